/** Cookies that bind what a window does to the browser it does it in; sessions use none. */
import type { FastifyRequest } from 'fastify'

/** The value of a cookie of this call, or null. */
export function readCookie(request: FastifyRequest, name: string): string | null {
  for (const part of (request.headers.cookie ?? '').slice(0, 8192).split(';')) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name && value) return value
  }
  return null
}

type Kept = {
  readonly path: string
  readonly seconds: number
  /** `Lax` for what must come along when another site sends the window back. */
  readonly sameSite: 'Lax' | 'Strict'
  readonly secure: boolean
}

/** A `set-cookie` that no script can read; `value` is of letters, digits, `-`, `_`, `.` and `~`. */
export function makeCookie(name: string, value: string, kept: Kept): string {
  const parts = [`${name}=${value}`, `Path=${kept.path}`, `Max-Age=${kept.seconds}`, 'HttpOnly']
  return [...parts, `SameSite=${kept.sameSite}`, ...(kept.secure ? ['Secure'] : [])].join('; ')
}
