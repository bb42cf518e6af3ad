# syntax=docker/dockerfile:1
# The service with what it needs and nothing else: no compiler, no npm, no tests. See docs/operations.md for how to run it.
ARG NODE_VERSION=22

FROM node:${NODE_VERSION}-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY sheets/package.json sheets/
COPY structure/package.json structure/
COPY client/package.json client/
COPY server/package.json server/
COPY cli/package.json cli/
COPY console/package.json console/

FROM manifests AS build
# Packages that need a binary bring it, so no install script has to run.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs server console

FROM manifests AS packages
RUN npm ci --omit=dev --workspace server --workspace contract --workspace sheets --workspace structure --ignore-scripts --no-audit --no-fund
COPY scripts/trim-packages.mjs scripts/
COPY server/src/chart-workers/draw.ts server/src/chart-workers/
RUN node scripts/trim-packages.mjs

FROM debian:bookworm-slim
COPY --from=build /usr/local/bin/node /usr/local/bin/node
RUN groupadd --gid 10001 service && useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin service \
  && install -d -o service -g service -m 0700 /data
WORKDIR /app
COPY --from=packages /app/package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/contract/package.json contract/
COPY --from=build /app/contract/dist contract/dist
COPY --from=build /app/sheets/package.json sheets/
COPY --from=build /app/sheets/dist sheets/dist
COPY --from=build /app/structure/package.json structure/
COPY --from=build /app/structure/dist structure/dist
COPY --from=build /app/server/package.json server/
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/console/dist console/dist
COPY LICENSE THIRD-PARTY-NOTICES.md ./
# A number, so that an orchestrator can see that it is not root.
USER 10001:10001
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 SVC_DATA_DIR=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=15s CMD \
  ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/dist/start.js"]
