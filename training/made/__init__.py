"""Examples made by code: a supported claim altered so that its evidence no longer bears it out, and wrong passages."""
