/** The pages that come drawn with the shell, for whom, and what their pictures leave open. */

/**
 * Who is shown a picture: anybody, whoever is not signed in, or a signed-in patient. Of several the browser keeps the one that
 * fits (`apps/web/src/app/first-page.ts`).
 */
export type Viewer = 'anybody' | 'visitor' | 'patient'

export interface FirstPage {
  readonly path: string
  readonly viewers: readonly Viewer[]
}

export const firstPages: readonly FirstPage[] = [
  { path: '/', viewers: ['visitor'] },
  { path: '/registrar', viewers: ['anybody'] },
  { path: '/reservas', viewers: ['visitor', 'patient'] },
  { path: '/dashboard', viewers: ['patient'] },
]

/** For the server (names of settings) and the page itself (notices, who is signed in) to fill in. */
export const blanks = {
  config: { product: '{product}', brand: '{brand}', supportPhone: '{supportPhone}' },
  notice: { id: 1, name: '{name}', text: '{text}', color: { primary_code: '', secundary_code: '' } },
  user: {
    token: '-',
    id: 1,
    rol: 'STANDART_ROLE',
    first_name: '{first_name}',
    gender_id: null,
    is_a_minor: false,
    document_type_id: 1,
    temporary_key_status: false,
  },
}

/** What drawing a page brings to light. */
export interface Drawing {
  /** What stands in `#root`. */
  readonly html: string
  /** Addresses of the scripts it needs, each after those it imports, and of its style sheets in the order they were asked for. */
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  /** What the application says of the whole document. */
  readonly attributes: Readonly<Record<string, string>>
}
