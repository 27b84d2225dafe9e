-- Writes all rows into one file for other engines.
COPY data_urls TO 'data-urls.parquet' (FORMAT parquet, COMPRESSION zstd);
