// Plain JavaScript, loaded before everything else: an old Node must be able to read it.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Mi Portal needs Node 22.18 or newer and this is ${process.versions.node}. ` +
      'Install Node 24 from https://nodejs.org/en/download (for Debian: https://deb.nodesource.com); ' +
      'in a checkout "npm ci" brings it on Linux and Windows.',
  )
  process.exit(1)
}
