"""Where uploaded files are kept: a folder, or a bucket that several machines share."""

from typing import Any

from veritydraft.env import Environment


def storage_config(env: Environment) -> dict[str, Any]:
    """The ``default`` entry of Django's STORAGES: the bucket where one is named, else the folder under DATA_DIR."""
    if not env.S3_BUCKET:
        return {"BACKEND": "django.core.files.storage.FileSystemStorage"}
    options = {
        "bucket_name": env.S3_BUCKET,
        "endpoint_url": env.S3_ENDPOINT_URL or None,
        "region_name": env.S3_REGION or None,
        "access_key": env.S3_ACCESS_KEY or None,  # None: what the machine itself was given (a role, a profile)
        "secret_key": env.S3_SECRET_KEY or None,
        "default_acl": None,  # an object is private unless told otherwise; buckets without ACLs refuse to be told
        "file_overwrite": False,
        "querystring_auth": False,  # nobody is given a URL of the bucket: bytes leave through our own view
    }
    return {"BACKEND": "veritydraft.object_storage.ObjectStorage", "OPTIONS": options}
