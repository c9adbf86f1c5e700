/**
 * `npm run dev`: starts the server behind Vite's development server, which listens on HOST and PORT. The server restarts at every change;
 * Vite updates the page in place. Ctrl-C ends both.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fullPath } from '@mi-portal/contract/calls/endpoint'
import { publicClinicEndpoints } from '@mi-portal/contract/clinic/public-clinic'
import { createServer, type Plugin } from 'vite'
import { freePort } from '../apps/server/test/free-port.ts'

const root = join(import.meta.dirname, '..')
const host = process.env.HOST ?? '127.0.0.1'
const port = Number(process.env.PORT ?? 3000)
const behind = await freePort()

const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', join(root, 'apps/server/src/main.ts')],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(behind),
      PUBLIC_URL: process.env.PUBLIC_URL ?? `http://${host}:${port}`,
    },
  },
)

const target = `http://127.0.0.1:${behind}`

/** Waits for the server, and returns its published clinic as the data block of a page. */
async function readDataBlock(): Promise<string> {
  for (;;) {
    const answer = await fetch(`${target}${fullPath(publicClinicEndpoints.clinic)}`).catch(() => null)
    if (answer?.ok) {
      const { clinic } = (await answer.json()) as { clinic: object }
      return JSON.stringify({ clinic }).replaceAll('<', '\\u003c')
    }
    await wait(200)
  }
}

/** Gives the pages the published clinic, as the server does with the built application. */
const dataBlock: Plugin = {
  name: 'data-block',
  transformIndexHtml: async () => [
    {
      tag: 'script',
      attrs: { type: 'application/json', id: 'portal-config' },
      children: await readDataBlock(),
      injectTo: 'head',
    },
  ],
}

const web = await createServer({
  plugins: [dataBlock],
  configFile: join(root, 'apps/web/vite.config.ts'),
  server: {
    host,
    port,
    strictPort: true,
    proxy: Object.fromEntries(
      // The pages under /dev/ are only for requests from this machine that no proxy forwarded.
      ['/api', '/agenda', '/clinic/', '/health', '/metrics', '/dev/'].map((path) => [
        path,
        { target, xfwd: path !== '/dev/' },
      ]),
    ),
  },
})
await web.listen()
web.printUrls()

let ending = false
async function end(code: number) {
  if (ending) return
  ending = true
  const gone = server.exitCode !== null || server.signalCode !== null
  const ended = gone ? null : new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await Promise.all([web.close(), ended])
  process.exit(code)
}
server.once('exit', (code) => void end(code ?? 1))
process.on('SIGINT', () => void end(0))
process.on('SIGTERM', () => void end(0))
