// Plain JavaScript, loaded before everything else: an old Node must be able to read it.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Mi Portal needs Node 22.18 or newer and this is ${process.versions.node}. ` +
      'On Linux and Windows "npm ci" brings the right one; elsewhere install Node 24.',
  )
  process.exit(1)
}
