/** A bucket for tests, of a server that speaks S3's protocol on the loopback address. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { S3Place } from '../../src/adapters/files/s3.ts'

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
  const place: S3Place = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'portal',
    prefix: 'archivos/',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  return {
    place,
    directory,
    stop: async () => {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
