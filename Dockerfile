# The server and its page. docs/run-in-a-container.md says how to start it; npm run container goes through every step without an engine.
FROM node:24-slim AS build
WORKDIR /src
COPY . .
RUN npm ci
RUN npm run pack
# The packed app alone, with what it needs to run, in the versions and with the hashes of our own lockfile.
RUN node scripts/container/lock-app.mjs /app
RUN npm ci --prefix /app --omit=dev

FROM node:24-slim
COPY --from=build /app /app
RUN install -d -o node -g node -m 700 /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3210 LONGHAND_DATA=/data
USER node
VOLUME /data
EXPOSE 3210
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "/app/node_modules/@longhand/cli/main.js", "serve"]
