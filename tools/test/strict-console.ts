/** Runs before every test file. A test fails if the code writes a warning or an error to the console during it. */
import { afterEach, beforeEach, vi } from 'vitest'

const outputs: string[] = []

// A test that expects output replaces the spy: vi.spyOn(console, 'error').mockImplementation(…).
beforeEach(() => {
  outputs.length = 0
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      outputs.push(`console.${level}: ${parts.map(String).join(' ')}`)
    })
  }
})

afterEach(() => {
  vi.restoreAllMocks()
  const unexpected = outputs.splice(0)
  if (unexpected.length > 0) throw new Error(`unexpected console output:\n${unexpected.join('\n')}`)
})
