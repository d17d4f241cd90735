"""The solvers over many deals: on the cores of one machine or on a Dask cluster, Parquet out."""
