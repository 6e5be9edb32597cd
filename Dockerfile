# The simulator and the checker in one image: `docker build -t store-orders-sim .`
#
# For a build that can be repeated to the byte, pin the base by its digest:
#   docker build --build-arg BASE=node:24-bookworm-slim@sha256:… -t store-orders-sim .
# Nothing here needs BuildKit; engines from 20.10 on build it.
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS packages
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# The lockfile decides every version, and no package runs a script of its own.
RUN npm ci --ignore-scripts --no-audit --no-update-notifier

FROM packages AS program
COPY openapi openapi
COPY scenarios scenarios
COPY scripts/bundle scripts/bundle
COPY scripts/image scripts/image
COPY src src
# The program, and V8's code cache of what a start with a scenario file runs.
RUN mkdir dist && cp scripts/image/store-orders-sim.cjs dist/ && chmod +x dist/store-orders-sim.cjs \
    && node scripts/bundle/bundle.ts image dist \
    && SIM_PORT=0 SIM_CONTROL_PORT=0 SIM_SCENARIO=scenarios/pending.yaml \
       node -e 'require("./dist/store-orders-sim.cjs").writeCodeCache()'

FROM packages AS production
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-update-notifier
COPY scripts/image scripts/image
# What no command of ours loads stays out; what and why: docs/decisions/0008-the-image-runs-one-file.md
RUN node scripts/image/prune-for-image.ts .

FROM ${BASE}
ARG VERSION=unreleased
ARG REVISION=unknown
LABEL org.opencontainers.image.title="store-orders-sim" \
      org.opencontainers.image.description="A simulator and a contract checker for the Store Orders Service" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# Package managers have no place where nothing is installed. /work is for reports, whoever the user is.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
      /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-* \
    && mkdir -p /scenarios /work && chmod 1777 /work \
    && ln -s /app/dist/store-orders-sim.cjs /usr/local/bin/store-orders-sim
COPY --from=production /build/node_modules /app/node_modules
COPY package.json LICENSE CHANGELOG.md /app/
COPY openapi /app/openapi
COPY scenarios /app/scenarios
COPY --from=program /build/dist /app/dist
ENV NODE_ENV=production \
    SIM_HOST=0.0.0.0 \
    SIM_CONTROL_HOST=0.0.0.0 \
    SIM_SCENARIOS=/scenarios
WORKDIR /work
VOLUME /scenarios
EXPOSE 4010 4011
USER 10001:0
STOPSIGNAL SIGTERM
# A probe every second makes a container healthy soon on every engine; a probe that stays makes that cheap
# (docs/decisions/0007-a-health-probe-stays.md). No --start-period: today's engines would then wait 5 s before the first probe.
HEALTHCHECK --interval=1s --timeout=75s --retries=3 \
  CMD ["node", "--max-old-space-size=16", "--max-semi-space-size=1", "/app/dist/healthcheck.cjs", "--stay", "50"]
# The heap takes half of what the container may have; the rest is for sockets, buffers and Node itself.
ENTRYPOINT ["node", "--max-old-space-size-percentage=50", "/app/dist/store-orders-sim.cjs"]
