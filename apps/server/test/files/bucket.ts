/** A bucket for tests, of a server that speaks S3's protocol on the loopback address. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** Starts it on a free port, with one bucket, `portal`, below `directory`. It takes one key as right: `S3RVER`, `S3RVER`. */
export async function startBucket() {
  const directory = mkdtempSync(join(tmpdir(), 'mi-portal-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'portal', configs: [] }],
  })
  const { port } = await server.run()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    directory,
    stop: async () => {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
