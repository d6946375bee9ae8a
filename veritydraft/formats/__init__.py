"""How dates are written on pages: as they sort, to the second, in UTC."""
