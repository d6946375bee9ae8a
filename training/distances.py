"""In which bucket of distances each token stands from each other one. Pure."""

import numpy as np
from numpy.typing import NDArray

TABLE = "embeddings.distance_embeddings.weight"  # of shape (buckets, heads): what each head thinks of a bucket
FARTHEST = 128  # tokens; all that are farther apart share a bucket


def distances(tokens: int, *, buckets: int) -> NDArray[np.int64]:
    """Shape (tokens, tokens): the bucket of the way from each token to each other one.

    Half of them are for what stands behind. Of either half one half is for a distance each, the other for distances
    that grow in a geometric row up to FARTHEST (Raffel et al., "Exploring the limits of transfer learning", 2020, 2.1).
    """
    half = buckets // 2
    exact = half // 2
    way = np.arange(tokens)[np.newaxis, :] - np.arange(tokens)[:, np.newaxis]
    far = np.abs(way)
    grown = exact + (np.log(np.maximum(far, 1) / exact) / np.log(FARTHEST / exact) * (half - exact)).astype(np.int64)
    return np.where(way > 0, half, 0) + np.where(far < exact, far, np.minimum(grown, half - 1))
