#!/usr/bin/env bash
# Publish a bundle to S3, or to what speaks its protocol (Cloudflare R2, MinIO): AWS_ENDPOINT_URL says where, and the usual variables
# of `aws` hold the credentials. Files that never change come first and may be kept for good; pinax.json comes last, so that
# nobody sees an entry before its files. Files of the build before are not removed: readers may have it open.
# Environment: OUTPUT, S3_URL (s3://bucket/folder).
set -euo pipefail

target="${S3_URL%/}"
aws s3 sync "$OUTPUT" "$target" --size-only --exclude pinax.json --exclude pinax.json.minisig \
    --cache-control "public, max-age=31536000, immutable" --content-type application/octet-stream
if [ -f "$OUTPUT/pinax.json.minisig" ]; then
    aws s3 cp "$OUTPUT/pinax.json.minisig" "$target/pinax.json.minisig" --cache-control no-cache --content-type text/plain
fi
aws s3 cp "$OUTPUT/pinax.json" "$target/pinax.json" --cache-control no-cache --content-type application/json
echo "published to $target"
