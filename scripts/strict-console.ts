/** Run before every test file: a test during which something complains on the console fails. */
import { afterEach, beforeEach, vi } from 'vitest'

const complaints: string[] = []

// A test that expects a complaint replaces the spy itself: vi.spyOn(console, 'error').mockImplementation(…).
beforeEach(() => {
  complaints.length = 0
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      complaints.push(`console.${level}: ${parts.map(String).join(' ')}`)
    })
  }
})

afterEach(() => {
  vi.restoreAllMocks()
  const said = complaints.splice(0)
  if (said.length > 0) throw new Error(`nobody expected this on the console:\n${said.join('\n')}`)
})
