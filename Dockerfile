# Two stages: the build of widget, panel and service, then only what the service needs at run time.
FROM node:24-slim AS build
WORKDIR /app
# The manifests first: the installed layer is cached until they change.
COPY package.json package-lock.json .npmrc ./
COPY .ci/complete-install.mjs .ci/
COPY protocol/package.json protocol/
COPY client/package.json client/
COPY server/package.json server/
COPY widget/package.json widget/
COPY panel/package.json panel/
COPY node-sdk/package.json node-sdk/
COPY examples/webhook-receiver/package.json examples/webhook-receiver/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
RUN npm ci
COPY . .
RUN npm run build


FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production
# Remuxes call recordings so that players can seek (docs/calls.md). Optional.
RUN apt-get update && apt-get install --yes --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json .npmrc ./
COPY .ci/complete-install.mjs .ci/
COPY protocol/package.json protocol/
COPY server/package.json server/
# The packages that are not in the bundle (docs/decisions/server-bundle.md), with the versions of the lockfile.
RUN npm ci --omit=dev --workspace protocol --workspace server && npm cache clean --force
COPY server/migrations server/migrations
COPY server/bin server/bin
COPY examples examples
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/widget/dist widget/dist
COPY --from=build /app/panel/dist panel/dist

# `docker compose exec parley parley backup /data/parley.tar.zst`
RUN ln -s /app/server/bin/parley.mjs /usr/local/bin/parley
# Created before the volume, so that the volume belongs to the service's user.
RUN mkdir --mode=0700 /data && chown node:node /data
VOLUME /data
# The user node, as a number: Kubernetes can then verify that it is not root. It writes only to /data and /tmp.
USER 1000:1000

# Published ports do not reach 127.0.0.1 of a container, so it listens on all addresses.
ENV HOST=0.0.0.0 PORT=8080 PARLEY_DATA_DIR=/data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The flag: docs/decisions/young-generation.md.
CMD ["node", "--max-semi-space-size=8", "server/dist/parley.js"]
