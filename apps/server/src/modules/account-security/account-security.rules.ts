import { type SignInWay, signInMonths, signInWays } from '@mi-portal/contract/account-security'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { addressBeginning } from '../session/devices.rules.ts'

type RecordedSignIn = {
  readonly id: number
  readonly at: Date
  readonly outcome: 'done' | 'refused'
  readonly ip: string | null
  readonly detail: unknown
}

function readDetail(detail: unknown): { device?: unknown; way?: unknown; second_factor?: unknown } {
  return typeof detail === 'object' && detail !== null ? detail : {}
}

function readWay(way: unknown): SignInWay {
  return signInWays.find((known) => known === way) ?? 'unknown'
}

/** Does not say why a sign-in was rejected: a thief of the session could learn from it that a password was right. */
export function describeSignIn({ id, at, outcome, ip, detail }: RecordedSignIn) {
  const { device, way, second_factor } = readDetail(detail)
  const accepted = outcome === 'done'
  return {
    id,
    at,
    device: typeof device === 'string' ? device : 'Dispositivo no registrado',
    network: ip === null ? null : addressBeginning(ip),
    way: accepted ? readWay(way) : 'unknown',
    second_factor: accepted && second_factor === true,
    accepted,
  }
}

export function linkOver(): ApiError {
  return new ApiError('emailLinkOver', {
    msg: 'Este enlace ya se usó o venció. Si necesitas ayuda, llama a servicio al cliente',
  })
}

export function signInsSince(now: Date): Date {
  const since = new Date(now)
  since.setUTCMonth(since.getUTCMonth() - signInMonths)
  return since
}

/** Days before a reported use: a passkey that was added since then may be the stranger's. */
const doubtfulDays = 7

/** The instant since which passkeys are suspended: a stranger may have added one before the use that the owner noticed. */
export function passkeysDoubtedSince(usedAt: Date): Date {
  return new Date(usedAt.getTime() - doubtfulDays * 24 * 3_600_000)
}
