import type { FastifyRequest } from 'fastify'

export function readCookie(request: FastifyRequest, name: string): string | null {
  for (const part of (request.headers.cookie ?? '').slice(0, 8192).split(';')) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name && value) return value
  }
  return null
}

type CookieOptions = {
  readonly path: string
  readonly seconds: number
  /** `Lax` if the cookie must be sent when another site redirects the window back to the portal. */
  readonly sameSite: 'Lax' | 'Strict'
  readonly secure: boolean
}

/** Returns a `set-cookie` header that no script can read. `value` consists of letters, digits, `-`, `_`, `.` and `~`. */
export function makeCookie(name: string, value: string, options: CookieOptions): string {
  const parts = [`${name}=${value}`, `Path=${options.path}`, `Max-Age=${options.seconds}`, 'HttpOnly']
  return [...parts, `SameSite=${options.sameSite}`, ...(options.secure ? ['Secure'] : [])].join('; ')
}
