import type { Context } from '../../platform/context/context.ts'
import { makeCookie } from '../../platform/http/cookies.ts'
import { lifetimes } from './identity.rules.ts'

// A browser accepts a cookie with this prefix only over an encrypted connection and from this host, for all its paths. So
// neither the network nor another host of the domain can set one.
const isSecure = ({ config }: Context) => config.publicUrl.startsWith('https:')
const nameCookie = (ctx: Context, name: string) => `${isSecure(ctx) ? '__Host-' : ''}${name}`

export const nameProofCookie = (ctx: Context) => nameCookie(ctx, 'identity-proof')
export const nameReturnCookie = (ctx: Context) => nameCookie(ctx, 'identity-way')

export const makeProofCookie = (ctx: Context, solem: string) =>
  makeCookie(nameProofCookie(ctx), solem, {
    ...{ path: '/', seconds: lifetimes.proof / 1000, sameSite: 'Strict' as const },
    secure: isSecure(ctx),
  })
export const makeReturnCookie = (ctx: Context, value: string, seconds: number) =>
  makeCookie(nameReturnCookie(ctx), value, { path: '/', seconds, sameSite: 'Lax', secure: isSecure(ctx) })
