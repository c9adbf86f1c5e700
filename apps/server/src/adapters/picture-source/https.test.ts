import { createServer, request } from 'node:http'
import { imageMaxBytes } from '@mi-portal/contract/values/upload'
import { expect, test } from 'vitest'
import { listenDuringTest } from '../../../test/external/listen.ts'
import { createLogger } from '../../platform/logger.ts'
import { createPictureSource } from './https.ts'

const logger = createLogger('silent')

async function startSite() {
  const paths: string[] = []
  const server = createServer((asked, answer) => {
    paths.push(asked.url ?? '')
    if (asked.url === '/moved.png') answer.writeHead(302, { location: '/a.png?w=2' }).end()
    else if (asked.url === '/long.png') answer.end(Buffer.alloc(imageMaxBytes + 1))
    else if (asked.url === '/cut.png')
      answer.writeHead(200, { 'content-length': 9 }).write('x', () => answer.destroy())
    else answer.end('picture')
  })
  return { paths, port: new URL(await listenDuringTest(server)).port }
}

test('a picture is fetched by its address; a redirect, too many bytes and a broken connection give none', async () => {
  const { paths, port } = await startSite()
  const source = createPictureSource(logger, { isAllowed: () => true, request })
  const fetchPath = (path: string) => source.fetch(`https://127.0.0.1:${port}${path}`)
  expect(Buffer.from((await fetchPath('/a.png?w=2')) ?? []).toString()).toBe('picture')
  for (const path of ['/moved.png', '/long.png', '/cut.png']) expect(await fetchPath(path), path).toBeNull()
  expect(paths).toEqual(['/a.png?w=2', '/moved.png', '/long.png', '/cut.png'])
})

test.each([
  '127.0.0.1',
  '2130706433.',
  '10.1.2.3',
  '169.254.169.254',
  '100.64.0.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[fd00::1]',
  // A name that leads to this machine.
  'localhost.',
])('no request is sent to %s, which is not public', async (host) => {
  const { paths, port } = await startSite()
  const source = createPictureSource(logger, { request })
  expect(await source.fetch(`https://${host}:${port}/a.png`)).toBeNull()
  expect(paths).toEqual([])
})
