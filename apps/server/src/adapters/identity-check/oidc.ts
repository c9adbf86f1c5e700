/**
 * Identity check at an OpenID Connect provider: authorization code with PKCE, state and nonce. The person is identified by
 * ClaveÚnica's claims (`RolUnico.numero`, `RolUnico.DV`, `name.nombres`, `name.apellidos`), never by `sub`.
 */
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { cleanRun, isRun } from '@mi-portal/contract/values/run'
import type { ClientAuth, Configuration } from 'openid-client'
import { describeError, type Logger } from '../../platform/logger.ts'
import type { ProvenPerson, ProviderCheck } from '../../ports/identity-check.ts'

type Settings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
}

const timeoutSeconds = 8

const problem = 'identity check at the OpenID provider did not succeed'

// The library is loaded at the first identity check, and only in installations that use this provider.
const library = () => import('openid-client')

export function createOidcCheck(settings: Settings, logger: Logger): ProviderCheck {
  let known: Promise<Configuration> | undefined

  async function describe(): Promise<Configuration> {
    const { allowInsecureRequests, discovery } = await library()
    const issuer = new URL(settings.issuer)
    return discovery(
      issuer,
      settings.clientId,
      undefined,
      await chooseAuthentication(settings.clientSecret),
      {
        timeout: timeoutSeconds,
        ...(issuer.protocol === 'http:' ? { execute: [allowInsecureRequests] } : {}),
      },
    )
  }

  function provider(): Promise<Configuration> {
    known ??= describe().catch((cause: unknown) => {
      known = undefined
      logger.warn({ step: 'discovery', ...describeRejection(cause) }, problem)
      throw new ApiError('unavailable', { cause })
    })
    return known
  }

  async function readClaims(returned: URL, returnState: Readonly<Record<string, string>>): Promise<unknown> {
    const config = await provider()
    const { authorizationCodeGrant, fetchUserInfo } = await library()
    const tokens = await authorizationCodeGrant(config, returned, {
      pkceCodeVerifier: returnState.verifier ?? '',
      expectedState: returnState.state ?? '',
      expectedNonce: returnState.nonce ?? '',
      idTokenExpected: true,
    })
    return fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '')
  }

  return {
    kind: 'oidc',
    begin: async () => {
      const config = await provider()
      const client = await library()
      const returnState = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const address = client.buildAuthorizationUrl(config, {
        redirect_uri: settings.redirectUri,
        scope: 'openid run name',
        state: returnState.state,
        nonce: returnState.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(returnState.verifier),
        code_challenge_method: 'S256',
      })
      return { address, returnState }
    },
    finish: async (returned, returnState) => {
      if (!returnState.state || returned.searchParams.get('state') !== returnState.state) return 'refused'
      try {
        const claims = await readClaims(returned, returnState)
        const person = toPerson(claims)
        if (person !== null) return person
        const cause =
          member(claims, 'RolUnico') === undefined ? 'no claim RolUnico' : 'RolUnico is not a valid run'
        logger.warn({ step: 'claims', cause }, problem)
        return 'failed'
      } catch (error) {
        if (!(error instanceof ApiError))
          logger.warn({ step: 'answer', ...describeRejection(error) }, problem)
        return judge(error)
      }
    },
  }
}

/**
 * Sends the client's secret as the provider's metadata ask: in the body if they list `client_secret_post`, else by Basic
 * authentication, which is also the default of a provider that lists nothing.
 */
async function chooseAuthentication(secret: string): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost } = await library()
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, client, body, headers) => {
    const takesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (takesPost ? post : basic)(server, client, body, headers)
  }
}

/**
 * Returns the error code, HTTP status and description of a failed request to the provider, for the log. Only the provider's direct
 * answers are described: a description in the address of the redirect back is written by the browser and may quote a person's input.
 */
function describeRejection(error: unknown): object {
  const [code, status] = [member(error, 'error'), member(error, 'status')]
  const description = typeof status === 'number' ? describedCause(member(error, 'error_description')) : null
  return {
    ...describeError(error),
    ...(typeof code === 'string' && /^[\w.-]{1,60}$/.test(code) ? { cause: code } : {}),
    ...(typeof status === 'number' ? { status } : {}),
    ...(description === null ? {} : { description }),
  }
}

/** Returns a provider's description without what could be a RUN, a card number, an e-mail address or a secret; null if it is no text. */
function describedCause(text: unknown): string | null {
  if (typeof text !== 'string' || text.trim() === '') return null
  return text
    .replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ')
    .replace(/\S*(?:@|\d)\S*/g, '…')
    .slice(0, 200)
}

function judge(error: unknown): 'cancelled' | 'failed' {
  if (error instanceof ApiError) throw error
  if (isNoAnswer(error)) throw new ApiError('unavailable', { cause: error })
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

function toPerson(claims: unknown): ProvenPerson | null {
  const role = member(claims, 'RolUnico')
  const run = cleanRun(`${member(role, 'numero') ?? ''}${member(role, 'DV') ?? ''}`)
  if (!isRun(run)) return null
  const name = member(claims, 'name')
  return { run, names: joined(member(name, 'nombres')), lastname: joined(member(name, 'apellidos')) }
}
