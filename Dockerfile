# Serves the bundle that is mounted at /bundle over HTTP:
#   docker build -t pinax .
#   docker run -p 8423:8423 -e PINAX_TOKEN=... -v "$PWD/bundle:/bundle:ro" pinax
FROM python:3.13-slim

WORKDIR /app
COPY requirements/runtime.txt requirements.txt
RUN pip install --no-cache-dir --require-hashes -r requirements.txt
COPY runtime runtime
RUN pip install --no-cache-dir --no-deps ./runtime && useradd --system --uid 10001 pinax
USER 10001
EXPOSE 8423
HEALTHCHECK CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8423/health')"]
ENTRYPOINT ["pinax-runtime"]
CMD ["serve", "/bundle", "--http", "--host", "0.0.0.0"]
