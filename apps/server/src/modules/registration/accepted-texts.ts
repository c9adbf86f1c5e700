import type { FieldError } from '@mi-portal/contract/calls/api-error'
import type { Context } from '../../platform/context/context.ts'
import { readCurrentText } from '../legal/publish-texts.ts'

const changedText = {
  terms: 'Los términos y condiciones cambiaron. Revísalos y acéptalos nuevamente',
  privacy: 'El aviso de privacidad cambió. Revísalo y acéptalo nuevamente',
} as const

type Named = { readonly terms_version?: string | undefined; readonly privacy_version?: string | undefined }

/** The terms, and the privacy policy if its version is named. Another version than the one in force is another text. */
export async function findAcceptedTexts(ctx: Context, { terms_version, privacy_version }: Named) {
  const named = [
    { kind: 'terms' as const, read: terms_version },
    ...(privacy_version ? [{ kind: 'privacy' as const, read: privacy_version }] : []),
  ]
  const found = await Promise.all(
    named.map(async ({ kind, read }) => ({ kind, read, current: await readCurrentText(ctx, kind) })),
  )
  return {
    texts: found.map(({ kind, read, current }) => ({
      kind,
      version: current.version,
      text: current.text,
      // A form that names the version showed the text; a form without it may come from another client.
      channel: read === undefined ? ('api' as const) : ('web' as const),
    })),
    fieldErrors: found.flatMap(({ kind, read, current }): FieldError[] =>
      read === undefined || read === current.version
        ? []
        : [{ param: `${kind}_version`, msg: changedText[kind] }],
    ),
  }
}

export type AcceptedTexts = Awaited<ReturnType<typeof findAcceptedTexts>>['texts']
