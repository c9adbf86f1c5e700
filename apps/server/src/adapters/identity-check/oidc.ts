/**
 * Identity check at an OpenID Connect provider: authorization code with PKCE, state and nonce. The person is told by
 * ClaveÚnica's claims (`RolUnico.numero`, `RolUnico.DV`, `name.nombres`, `name.apellidos`), never by `sub`.
 */
import { Failure } from '@mi-portal/contract/failure'
import { cleanRun, isRun } from '@mi-portal/contract/values/run'
import type { Configuration } from 'openid-client'
import type { ProvenPerson, ProviderCheck } from '../../ports/identity-check.ts'

type Settings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where the provider sends the window back. */
  readonly redirectUri: string
}

const patienceSeconds = 8

// Loaded by installations that use it, when somebody first does.
const library = () => import('openid-client')

export function oidcCheck(settings: Settings): ProviderCheck {
  let known: Promise<Configuration> | undefined

  async function describe(): Promise<Configuration> {
    const { allowInsecureRequests, discovery } = await library()
    const issuer = new URL(settings.issuer)
    return discovery(issuer, settings.clientId, settings.clientSecret, undefined, {
      timeout: patienceSeconds,
      ...(issuer.protocol === 'http:' ? { execute: [allowInsecureRequests] } : {}),
    })
  }

  /** The provider's own description; asked for once, again after a failure. */
  function provider(): Promise<Configuration> {
    known ??= describe().catch((cause: unknown) => {
      known = undefined
      throw new Failure('unavailable', { cause })
    })
    return known
  }

  async function claimsOf(returned: URL, kept: Readonly<Record<string, string>>): Promise<unknown> {
    const config = await provider()
    const { authorizationCodeGrant, fetchUserInfo } = await library()
    const tokens = await authorizationCodeGrant(config, returned, {
      pkceCodeVerifier: kept.verifier ?? '',
      expectedState: kept.state ?? '',
      expectedNonce: kept.nonce ?? '',
      idTokenExpected: true,
    })
    return fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '')
  }

  return {
    kind: 'oidc',
    begin: async () => {
      const config = await provider()
      const client = await library()
      const kept = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const address = client.buildAuthorizationUrl(config, {
        redirect_uri: settings.redirectUri,
        scope: 'openid run name',
        state: kept.state,
        nonce: kept.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(kept.verifier),
        code_challenge_method: 'S256',
      })
      return { address, kept }
    },
    finish: async (returned, kept) => {
      if (!kept.state || returned.searchParams.get('state') !== kept.state) return 'refused'
      try {
        return personOf(await claimsOf(returned, kept)) ?? 'failed'
      } catch (error) {
        return judge(error)
      }
    },
  }
}

/** What a way back means that brought no person: what the provider answers wrongly is a failed check. */
function judge(error: unknown): 'cancelled' | 'failed' {
  if (error instanceof Failure) throw error
  if (isNoAnswer(error)) throw new Failure('unavailable', { cause: error })
  return member(error, 'error') === 'access_denied' ? 'cancelled' : 'failed'
}

function isNoAnswer(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return error.message === 'fetch failed' || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT'
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function joined(value: unknown): string | null {
  const words = Array.isArray(value) ? value.filter((word: unknown) => typeof word === 'string') : []
  return words.length > 0 ? words.join(' ') : null
}

/** The person of ClaveÚnica's claims, or null where they name no run. */
function personOf(claims: unknown): ProvenPerson | null {
  const role = member(claims, 'RolUnico')
  const run = cleanRun(`${member(role, 'numero') ?? ''}${member(role, 'DV') ?? ''}`)
  if (!isRun(run)) return null
  const name = member(claims, 'name')
  return { run, names: joined(member(name, 'nombres')), lastname: joined(member(name, 'apellidos')) }
}
