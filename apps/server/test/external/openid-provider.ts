/** A real OpenID Connect provider with ClaveÚnica's claims, and a browser that walks through it. */
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import { onTestFinished, vi } from 'vitest'
import { freePort } from '../free-port.ts'

export type Citizen = {
  readonly numero: number
  readonly DV: string
  readonly nombres: string[]
  readonly apellidos: string[]
}

const client = { id: 'portal', secret: 'a-secret-of-the-portal-for-tests' }

/**
 * Starts a provider that stops with the test. It signs in the given citizen, or denies the sign-in for null. It
 * accepts the client's secret in only one way, which its discovery document declares.
 */
export async function startProvider(
  redirectUri: string,
  authentication: 'client_secret_post' | 'client_secret_basic' = 'client_secret_post',
) {
  // The provider warns on the console about every setting that is only for development.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(console, 'info').mockImplementation(() => {})
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const state: { citizen: Citizen | null } = { citizen: null }

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: authentication,
      },
    ],
    clientAuthMethods: [authentication],
    scopes: ['openid', 'run', 'name'],
    claims: { openid: ['sub'], run: ['RolUnico'], name: ['name'] },
    pkce: { required: () => true },
    cookies: { keys: ['a key for the cookies of a test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/sign-in/${interaction.uid}` },
    // Grants consent without asking.
    loadExistingGrant: async (context) => {
      const accountId = context.oidc.session?.accountId
      if (!accountId) return undefined
      const grant = new context.oidc.provider.Grant({ clientId: client.id, accountId })
      grant.addOIDCScope('openid run name')
      await grant.save()
      return grant
    },
    findAccount: async (_context, accountId) => ({
      accountId,
      claims: async () => ({
        sub: accountId,
        RolUnico: { numero: state.citizen?.numero, DV: state.citizen?.DV, tipo: 'RUN' },
        name: { nombres: state.citizen?.nombres, apellidos: state.citizen?.apellidos },
      }),
    }),
  })

  const answer = provider.callback()
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/sign-in/')) {
      void answer(request, response)
      return
    }
    const result = state.citizen
      ? { login: { accountId: `sub-${state.citizen.numero}` } }
      : { error: 'access_denied', error_description: 'turned back' }
    void provider.interactionFinished(request, response, result)
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )

  /** Follows the provider's redirects with its cookies up to the redirect to the portal. Returns that URL. */
  async function walk(from: string): Promise<string> {
    const cookies = new Map<string, string>()
    let address = from
    for (let hop = 0; hop < 10; hop++) {
      if (!address.startsWith(issuer)) return address
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const reply = await fetch(address, { redirect: 'manual', headers: { cookie } })
      for (const line of reply.headers.getSetCookie()) {
        const [pair = ''] = line.split(';')
        const cut = pair.indexOf('=')
        cookies.set(pair.slice(0, cut), pair.slice(cut + 1))
      }
      const location = reply.headers.get('location')
      if (location === null) throw new Error(`the provider answered ${reply.status}: ${await reply.text()}`)
      address = new URL(location, address).href
    }
    throw new Error('the provider sends in circles')
  }

  return {
    issuer,
    client,
    walk,
    /** Sets the citizen of the next sign-ins; null denies them. */
    citizen: (citizen: Citizen | null) => {
      state.citizen = citizen
    },
  }
}
