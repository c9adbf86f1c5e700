/**
 * Is loaded before a server. While the file named by DRILL_DISK contains `short`, the disk reports no free
 * space. While it contains `full`, new files cannot be written.
 */
import { existsSync, readFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const path = process.env.DRILL_DISK ?? ''
const state = () => (existsSync(path) ? readFileSync(path, 'utf8').trim() : '')

const { statfs, open } = promises
Object.assign(promises, {
  statfs: async (...args: Parameters<typeof statfs>) => {
    const real = await statfs(...args)
    return state() === 'short' ? Object.assign(real, { bavail: 0 }) : real
  },
  open: async (...args: Parameters<typeof open>) => {
    const handle = await open(...args)
    if (args[1] !== 'wx') return handle
    const write = handle.write.bind(handle)
    const refusing = async (...given: Parameters<typeof write>) => {
      if (state() === 'full') throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      return write(...given)
    }
    return Object.assign(handle, { write: refusing })
  },
})
syncBuiltinESMExports()
