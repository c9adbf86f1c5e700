import * as z from 'zod/mini'

export type ClientCredentials = {
  readonly kind: 'client'
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string
}

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.optional(z.number()) })

type TokenRequest = {
  readonly method: 'POST'
  readonly headers: Record<string, string>
  readonly body: URLSearchParams
}

/**
 * @param now the time in milliseconds
 * @param post sends a request to the token endpoint and returns the answer's JSON; it throws if the endpoint rejects the request
 * @param reject returns the error for an answer that contains no token
 */
export function createClientToken(
  { tokenUrl, clientId, clientSecret, scope }: ClientCredentials,
  now: () => number,
  post: (url: string, request: TokenRequest) => Promise<unknown>,
  reject: () => Error,
) {
  let token: { readonly value: string; readonly until: number } | undefined
  let asking: Promise<string> | undefined

  async function ask(): Promise<string> {
    const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`
    const body = new URLSearchParams({ grant_type: 'client_credentials' })
    if (scope !== '') body.set('scope', scope)
    const headers = {
      authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
      accept: 'application/json',
    }
    const read = z.safeParse(tokenAnswer, await post(tokenUrl, { method: 'POST', headers, body }))
    if (!read.success) throw reject()
    const lives = (read.data.expires_in ?? 60) * 1000
    token = { value: read.data.access_token, until: now() + lives - Math.min(30_000, lives / 2) }
    return token.value
  }

  return {
    get: async (): Promise<string> => {
      if (token !== undefined && token.until > now()) return token.value
      asking ??= ask().finally(() => {
        asking = undefined
      })
      return asking
    },
    forget: (used: string): void => {
      if (token?.value === used) token = undefined
    },
  }
}
