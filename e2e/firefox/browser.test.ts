/** Tests the driver of Firefox on pages of its own: windows that a click opens, and those that do not open. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { byRole, launchFirefox, openScreen } from './browser.ts'

const size = { width: 800, height: 600 }
const pages = {
  '/': `<div id="root"></div><button onclick="window.open('/second')">Open</button><button>Do nothing</button>`,
  '/second': `<button onclick="console.error('broken in the second window')">Break</button>`,
}

const server = createServer(({ url }, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(`<!doctype html><title>Test</title>${url === '/second' ? pages['/second'] : pages['/']}`)
})
let firefox: Awaited<ReturnType<typeof launchFirefox>>
let address: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  firefox = await launchFirefox()
})
afterAll(async () => {
  await firefox?.close()
  server.close()
  server.closeAllConnections()
})

test('errors of a window that a click opened are reported with those of the page', async () => {
  const { screen, errors, close } = await openScreen(firefox, address, size)
  await screen.open('/')
  const second = await screen.clickToOpen(byRole('button', 'Open'))
  await second.click(byRole('button', 'Break'))
  await expect.poll(() => errors, { timeout: 20_000 }).toEqual(['console: broken in the second window'])
  await close()
})

test('a click that opens no window fails with an error that names the element', async () => {
  const { screen, close } = await openScreen(firefox, address, size)
  await screen.open('/')
  const selector = byRole('button', 'Do nothing')
  await expect(screen.clickToOpen(selector, 500)).rejects.toThrow(
    `${selector} opened no window within 500 ms`,
  )
  await close()
})
