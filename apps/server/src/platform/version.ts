import manifest from '../../package.json' with { type: 'json' }

/** The version in the server's package.json, shown by the start-up line, the health endpoint and the API description. */
export const productVersion = manifest.version
