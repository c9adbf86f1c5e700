/** Names of the consents, and the effects of withdrawing each. */
import type { AskedKind, Consent, ConsentChannel, ConsentKind } from '@mi-portal/contract/consents'

export const textNames: Readonly<Record<AskedKind, string>> = {
  terms: 'Términos y condiciones',
  privacy: 'Aviso de privacidad',
}

export const kindNames: Readonly<Record<ConsentKind, string>> = {
  ...textNames,
  family_group: 'Declaración para una persona menor de edad',
  sharing: 'Compartir exámenes',
}

export const channelNames: Readonly<Record<ConsentChannel, string>> = {
  web: 'En el portal',
  api: 'Al usar el servicio',
  staff: 'Con el equipo de la clínica',
}

/** Texts shown before a consent is withdrawn. */
export const withdrawalEffects: Readonly<Record<ConsentKind, string>> = {
  terms: 'No podrás usar el portal hasta que los aceptes nuevamente. Tus horas y tu ficha siguen como están.',
  privacy:
    'No podrás usar el portal hasta que lo aceptes nuevamente. Tu atención en la clínica no cambia: la ficha clínica se conserva por ley.',
  family_group:
    'Esta persona saldrá de tu grupo familiar: dejarás de ver sus horas y exámenes, y de reservar por ella.',
  sharing:
    'Terminan ahora todos los enlaces con que compartiste exámenes. Para volver a compartir tendrás que autorizarlo nuevamente.',
}

/** Returns which consents (newest first) can be withdrawn: only the newest of each matter. */
export function findWithdrawable(consents: readonly Consent[]): ReadonlySet<number> {
  const seen = new Set<string>()
  return new Set(
    consents.flatMap(({ id, kind, patient, withdrawn_at }) => {
      const matter = kind === 'family_group' ? `${kind} ${patient?.id}` : kind
      const orphaned = kind === 'family_group' && patient === null
      if (withdrawn_at !== null || orphaned || seen.has(matter)) return []
      seen.add(matter)
      return [id]
    }),
  )
}
