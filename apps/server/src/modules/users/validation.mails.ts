import { mayRegisterAgain } from '@mi-portal/contract/applications'
import type { DenialReason } from '@mi-portal/contract/users'
import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'
import { describeReasons } from './users.rules.ts'

type Decided = { readonly first_name: string; readonly passport: boolean }

type VerificationLink = { readonly token: string; readonly days: number }

export const validationApproved: MailTemplate<
  Decided & {
    readonly verification: VerificationLink | null
    readonly isUnlocked: boolean
  }
> = {
  name: 'users.approved',
  clinical: false,
  subject: ({ product }) => `Tu cuenta en ${product} fue validada`,
  heading: 'Validamos tu identidad',
  blocks: ({ first_name, passport, verification, isUnlocked }, { product }) => [
    `Hola, ${first_name}: tu identidad fue validada y tu cuenta está habilitada.`,
    ...(isUnlocked
      ? unlockedBlocks(verification !== null)
      : [
          `Ya puedes iniciar sesión con tu ${passport ? 'pasaporte' : 'RUT'} y la contraseña que elegiste.`,
          { kind: 'button' as const, label: `Ir a ${product}`, path: '/' as const },
        ]),
    ...(verification === null ? [] : verificationBlocks(verification)),
  ],
}

/** Temporary passwords are sent to a verified address only. */
function unlockedBlocks(needsVerification: boolean) {
  const first = needsVerification ? 'verifica tu e-mail, pide una temporal' : 'pide una temporal'
  return [
    `También desbloqueamos tu cuenta. Tu contraseña anterior ya no sirve: ${first} y elige una nueva.`,
    { kind: 'button' as const, label: 'Recuperar contraseña', path: '/olvido-contrasena' as const },
  ]
}

function verificationBlocks({ token, days }: VerificationLink) {
  return [
    `Verifica que este correo es tuyo. El enlace sirve por ${days} días. Mientras no lo verifiques, no enviaremos aquí resultados ni avisos de tus horas.`,
    { kind: 'button' as const, label: 'Verificar mi e-mail', path: `/correo/${token}` as const },
  ]
}

/** The reason is in standard sentences. What staff typed besides is shown on the page of the application only. */
export const validationDenied: MailTemplate<
  Decided & { readonly reasons: readonly DenialReason[]; readonly hasNote: boolean }
> = {
  name: 'users.denied',
  clinical: false,
  subject: ({ product }) => `No pudimos validar tu registro en ${product}`,
  heading: 'No pudimos validar tu identidad',
  blocks: ({ first_name, reasons, hasNote }, { supportEmail, supportPhone }) => [
    `Hola, ${first_name}: revisamos los antecedentes de tu registro y no pudimos validar tu identidad.`,
    ...(reasons.length === 0 ? [] : [[['Motivo', describeReasons(reasons, '')] as const]]),
    ...(hasNote ? ['El equipo escribió más en la página de tu registro.'] : []),
    mayRegisterAgain,
    { kind: 'button', label: 'Registrarme nuevamente', path: '/registrar' },
    `Si necesitas ayuda, llama al ${supportPhone} o escribe a ${supportEmail}.`,
  ],
}

export const validationSamples: readonly MailSample[] = [
  mailSample(validationApproved, 'Cuenta validada', 'A quien la clínica valida.', {
    first_name: 'Camila Andrea',
    passport: true,
    verification: { token: 'enlace-de-prueba', days: 7 },
    isUnlocked: false,
  }),
  mailSample(validationDenied, 'Validación rechazada', 'A quien la clínica no valida.', {
    first_name: 'Camila Andrea',
    passport: true,
    reasons: ['unreadable'],
    hasNote: true,
  }),
]
