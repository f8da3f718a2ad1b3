# The bot with its embedded store, whose server needs glibc: an image of Alpine will not do.
#
#   docker build -t qwirkle .
#   docker run -d --name qwirkle -e DISCORD_TOKEN -v qwirkle:/data qwirkle
FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    QWIRKLE_DATA_DIR=/data

WORKDIR /app
COPY requirements.lock .
RUN pip install --no-cache-dir --disable-pip-version-check --root-user-action=ignore \
        --require-hashes -r requirements.lock \
    && useradd --system --no-create-home qwirkle \
    && install -d -o qwirkle -m 700 /data

COPY bot.py LICENSE ./
COPY qwirkle_bot qwirkle_bot
COPY cogs cogs

USER qwirkle
VOLUME /data
STOPSIGNAL SIGTERM
ENTRYPOINT ["python", "bot.py"]
