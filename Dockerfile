# The simulator and the checker in one image: `docker build -t store-orders-sim .`
#
# For the same files in every build by the same builder, pin the base by its digest:
#   docker build --build-arg BASE=node:24-bookworm-slim@sha256:… -t store-orders-sim .
# Does not require BuildKit; Docker 20.10 and later build it.
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS packages
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY .ci/node .ci/node
# The lockfile pins every version. No package runs an install script. Only the bundle reaches the image.
RUN npm ci --ignore-scripts --no-audit --no-update-notifier

FROM packages AS program
COPY openapi openapi
COPY scenarios scenarios
COPY scripts/build-console.ts scripts/
COPY scripts/bundle scripts/bundle
COPY src src
RUN node scripts/bundle/bundle.ts dist

FROM ${BASE}
ARG VERSION=unreleased
ARG REVISION=unknown
LABEL org.opencontainers.image.title="store-orders-sim" \
      org.opencontainers.image.description="A simulator and a contract checker for the Store Orders Service" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# Remove the package managers. /work is for reports and writable by any user. No VOLUME: without --rm, each container would leave one.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
      /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-* \
    && mkdir -p /scenarios /environments /work && chmod 1777 /work \
    && mkdir -p /app/cache && chown 10001 /app/cache \
    && ln -s /usr/local/bin/node /app/node && ln -s /app/store-orders-sim /usr/local/bin/store-orders-sim
COPY package.json LICENSE CHANGELOG.md scripts/archive/store-orders-sim /app/
COPY openapi /app/openapi
COPY scenarios /app/scenarios
COPY examples/init /app/examples/init
COPY docs/reference/assumptions.md /app/docs/reference/
COPY --from=program /build/dist /app/dist
# One arena of malloc: with one for each thread, 6 MiB more are in use under load.
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=1 \
    NODE_COMPILE_CACHE=/app/cache \
    SIM_HOST=0.0.0.0 \
    SIM_CONTROL_HOST=0.0.0.0 \
    SIM_SCENARIOS=/scenarios \
    SIM_ENVIRONMENTS=/environments
WORKDIR /work
EXPOSE 4010 4011
USER 10001:0
# Serves once, so that the next starts find compiled what this one compiled. V8 accepts a cache only under the same options, and
# Node.js looks for that of its own user: another user starts more slowly.
RUN SIM_SCENARIO=/app/scenarios/pending.yaml \
      node --max-old-space-size-percentage=42 --max-semi-space-size=2 --no-maglev /app/dist/cli/main.cjs & server=$!; \
    until node --max-old-space-size=16 --max-semi-space-size=1 /app/dist/cli/main.cjs healthcheck 2>/dev/null; \
      do kill -0 "$server" && sleep 0.1 || exit 1; done; \
    kill "$server" && wait "$server"
STOPSIGNAL SIGTERM
# A plain probe (docs/maintainers/decisions.md): healthy after 2 to 3 seconds.
HEALTHCHECK --interval=2s --timeout=5s --retries=3 \
  CMD ["node", "--max-old-space-size=16", "--max-semi-space-size=1", "/app/dist/cli/main.cjs", "healthcheck"]
# The heap uses 42 % of the container's memory; the rest is for sockets, buffers, Node itself and its health probe: in 64 MB, with
# half of it and twice the space for young objects, an attack that fills the heap ended the container. Without Maglev the same work
# takes as much CPU time, and its compiler does not hold 12 MiB while the program warms up.
ENTRYPOINT ["node", "--max-old-space-size-percentage=42", "--max-semi-space-size=2", "--no-maglev", "/app/dist/cli/main.cjs"]
