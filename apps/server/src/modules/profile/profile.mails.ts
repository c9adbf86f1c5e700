import { santiago, showDay } from '@mi-portal/contract/values/dates'
import { type Branding, type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'
import { ignoreIfNotRequested, sampled, toStaffMail } from '../../platform/mail-sentences.ts'
import { emailLimits } from '../people/email.rules.ts'
import { emailChangedTitle } from '../people/people.rules.ts'
import type { NoKeyBecause } from './profile.rules.ts'

type ClosedBecause = Exclude<NoKeyBecause, 'unverified'>

type Recipient = { readonly first_name: string }

export const temporaryPassword: MailTemplate<Recipient & { readonly key: string; readonly minutes: number }> =
  {
    name: 'profile.temporaryPassword',
    clinical: false,
    subject: ({ product }) => `Contraseña temporal de ${product}`,
    heading: 'Tu contraseña temporal',
    blocks: ({ first_name, key, minutes }, { supportPhone }) => [
      `Hola, ${first_name}: esta es tu contraseña temporal. Sirve una sola vez y vence en ${minutes} minutos.`,
      { kind: 'code', value: key },
      'Inicia sesión con ella y elige una contraseña nueva. Mientras no la uses, tu contraseña anterior sigue sirviendo.',
      `Si no la pediste, no tienes que hacer nada. No compartas esta contraseña con nadie: nunca te la pediremos por teléfono. Si tienes dudas, llama al ${supportPhone}.`,
      { kind: 'button', label: 'Iniciar sesión', path: '/' },
    ],
  }

export const staffTemporaryPassword = toStaffMail(temporaryPassword, 'profile.staffTemporaryPassword')

const closedReasons = ({ promises }: Branding): Readonly<Record<ClosedBecause, string>> => ({
  deleted: 'El perfil ha sido eliminado. Para recuperarlo, contacta a servicio al cliente.',
  cameOfAge: 'Ya eres mayor de edad, debes registrarte nuevamente.',
  ownAccess:
    'Por la edad de su titular, esta cuenta ahora es solo suya: debe registrarse nuevamente, con un correo que nadie más use.',
  guardian:
    'Este correo es de quien representa a una persona adolescente, y no puede recuperar su cuenta. Ella puede venir a la clínica con su cédula.',
  locked: 'Tu cuenta está bloqueada. Para desbloquearla, ven a la clínica con tu documento de identidad.',
  frozen:
    'Nos avisaste que otra persona usó tu cuenta. Por eso no enviamos contraseñas temporales hasta revisarlo contigo en la clínica, con tu documento de identidad.',
  disabled: 'Tu cuenta está deshabilitada. Contacta a servicio al cliente.',
  held: `El personal cambió el e-mail de tu cuenta. Por tu seguridad, podrás recuperar tu contraseña cuando pasen ${emailLimits.recoveryHoldHours} horas desde el cambio. Si no pediste ese cambio, llámanos ahora.`,
  pending: `Estamos validando tu identidad. Te avisaremos por correo electrónico en un plazo de ${promises.identity}.`,
})

/** Mail instead of a temporary password, to the owner of an account that cannot be opened with one. */
export const recoveryClosed: MailTemplate<Recipient & { readonly because: ClosedBecause }> = {
  name: 'profile.recoveryClosed',
  clinical: false,
  subject: ({ product }) => `Recuperación de contraseña de ${product}`,
  heading: 'Recuperación de contraseña',
  blocks: ({ first_name, because }, branding) => [
    `Hola, ${first_name}: recibimos una solicitud para recuperar tu contraseña, pero por ahora no es posible iniciar sesión con tu cuenta.`,
    closedReasons(branding)[because],
    `Servicio al cliente atiende en el ${branding.supportPhone} y en ${branding.supportEmail}. Si no lo pediste tú, no tienes que hacer nada.`,
    ...(because === 'cameOfAge' || because === 'ownAccess'
      ? [{ kind: 'button' as const, label: 'Registrarme', path: '/registrar' as const }]
      : []),
  ],
}

export const passwordChanged: MailTemplate<Recipient & { readonly at: Date }> = {
  name: 'profile.passwordChanged',
  clinical: false,
  subject: ({ product }) => `Cambiaste tu contraseña de ${product}`,
  heading: 'Tu contraseña cambió',
  blocks: ({ first_name, at }, { supportEmail, supportPhone }) => {
    const { day, time } = santiago(at)
    return [
      `Hola, ${first_name}: la contraseña de tu cuenta cambió. Cerramos las demás sesiones que estaban abiertas.`,
      [
        ['Fecha', showDay(day)],
        ['Hora', `${time} (Chile continental)`],
      ],
      `Si no fuiste tú, recupera tu contraseña ahora y avísanos al ${supportPhone} o a ${supportEmail}.`,
      { kind: 'button', label: 'Recuperar contraseña', path: '/olvido-contrasena' },
    ]
  },
}

type VerificationLink = { readonly token: string; readonly days: number }

/** Mail to the present address of an account, which can be anyone's until it is verified. It contains no name. */
export const verifyEmail: MailTemplate<VerificationLink> = {
  name: 'profile.verifyEmail',
  clinical: false,
  subject: 'Verifica tu e-mail',
  blocks: ({ token, days }, { product }) => [
    `Hola: este e-mail está en una cuenta de ${product}. Confirma con el botón que es tuyo; el enlace sirve por ${days} días.`,
    { kind: 'button', label: 'Verificar mi e-mail', path: `/correo/${token}` },
    'Si no tienes una cuenta, ignora este mensaje: sin esa confirmación no enviaremos aquí resultados ni datos de atención.',
  ],
}

export const verifyToRecover: MailTemplate<VerificationLink> = {
  name: 'profile.verifyToRecover',
  clinical: false,
  subject: ({ product }) => `Recuperación de contraseña de ${product}`,
  heading: 'Primero verifica tu e-mail',
  blocks: ({ token, days }, { product, supportEmail, supportPhone }) => [
    `Hola: recibimos una solicitud para recuperar la contraseña de una cuenta de ${product} que usa este e-mail, y todavía no sabemos si es tuyo.`,
    `Verifícalo con el botón y después pide de nuevo la contraseña temporal. El enlace sirve por ${days} días.`,
    { kind: 'button', label: 'Verificar mi e-mail', path: `/correo/${token}` },
    `Si no lo pediste, ignora este mensaje. Si tienes dudas, llama al ${supportPhone} o escribe a ${supportEmail}.`,
  ],
}

/** Mail to an address that is not confirmed yet and can be anyone's. It repeats nothing that the sender typed. */
export const confirmEmail: MailTemplate<{ readonly token: string; readonly hours: number }> = {
  name: 'profile.confirmEmail',
  clinical: false,
  subject: 'Confirma tu nuevo e-mail',
  blocks: ({ token, hours }, { product }) => [
    `Hola: pediste usar este e-mail en ${product}. Confírmalo dentro de ${hours} horas; hasta entonces seguimos usando el anterior.`,
    { kind: 'button', label: 'Confirmar mi e-mail', path: `/correo/${token}` },
    ignoreIfNotRequested,
  ],
}

type EmailChangeMail = Recipient & {
  readonly masked: string
  readonly reportPath: `/${string}`
}

const reportBlocks = (reportPath: `/${string}`, { supportEmail, supportPhone }: Branding) => [
  `Si no fuiste tú, avísanos con «No fui yo»: cerramos tus sesiones, el cambio que falte confirmar no vale y no enviamos contraseñas temporales hasta hablar contigo. También puedes llamar al ${supportPhone} o escribir a ${supportEmail}.`,
  { kind: 'button' as const, label: 'No fui yo', path: reportPath },
]

export const emailChangeAsked: MailTemplate<EmailChangeMail> = {
  name: 'profile.emailChangeAsked',
  clinical: false,
  subject: 'Solicitud de cambio de e-mail',
  blocks: ({ first_name, masked, reportPath }, branding) => [
    `Hola, ${first_name}: se pidió cambiar el e-mail de tu cuenta. El cambio valdrá cuando se confirme desde el nuevo.`,
    [['Nuevo e-mail', masked]],
    ...reportBlocks(reportPath, branding),
  ],
}

export const emailChanged: MailTemplate<EmailChangeMail> = {
  name: 'profile.emailChanged',
  clinical: false,
  subject: emailChangedTitle,
  blocks: ({ first_name, masked, reportPath }, branding) => [
    `Hola, ${first_name}: desde ahora te escribiremos a tu nuevo e-mail, y este deja de usarse.`,
    [['Nuevo e-mail', masked]],
    ...reportBlocks(reportPath, branding),
  ],
}

export const profileClosed: MailTemplate<Recipient> = {
  name: 'profile.closed',
  clinical: false,
  subject: 'Perfil eliminado',
  heading: 'Tu perfil fue eliminado',
  blocks: ({ first_name }, { product, supportEmail, supportPhone }) => [
    `Hola, ${first_name}: eliminamos tu perfil de ${product}, con tus datos de contacto y tus fotografías. También terminaron tus grupos familiares y los enlaces que compartiste.`,
    'La clínica conserva tu ficha clínica durante los 15 años que exige la ley, pero ya no se muestra en el portal.',
    `Si quieres recuperar tu cuenta o no fuiste tú, contacta a servicio al cliente al ${supportPhone} o en ${supportEmail}.`,
  ],
}

export const profileSamples: readonly MailSample[] = [
  mailSample(temporaryPassword, 'Contraseña temporal', 'A quien olvidó su contraseña.', {
    ...sampled,
    minutes: 30,
  }),
  mailSample(
    staffTemporaryPassword,
    'Contraseña temporal (administración)',
    'Al personal que olvidó su contraseña.',
    { first_name: 'Andrea Paz', key: 'Prueba-2026-abcd', minutes: 30 },
  ),
  mailSample(
    recoveryClosed,
    'Recuperación de una cuenta cerrada',
    'A quien quiere recuperar una cuenta que no está habilitada.',
    { first_name: 'Camila Andrea', because: 'pending' },
  ),
  mailSample(passwordChanged, 'Contraseña cambiada', 'Cuando se cambia la contraseña.', {
    first_name: 'Camila Andrea',
    at: new Date('2026-11-26T12:30:00Z'),
  }),
  mailSample(verifyEmail, 'Verificar el e-mail', 'Al e-mail de una cuenta, para verificarlo.', {
    token: 'enlace-de-prueba',
    days: 7,
  }),
  mailSample(
    verifyToRecover,
    'Verificar el e-mail para recuperar la contraseña',
    'A quien olvidó su contraseña y no ha verificado su e-mail.',
    { token: 'enlace-de-prueba', days: 7 },
  ),
  mailSample(confirmEmail, 'Confirmar un nuevo e-mail', 'Al nuevo e-mail, para confirmarlo.', {
    token: 'enlace-de-prueba',
    hours: 24,
  }),
  mailSample(
    emailChangeAsked,
    'Cambio de e-mail solicitado',
    'Al e-mail anterior, cuando se pide cambiarlo.',
    { ...sampled, masked: 'ca•••••@ejemplo.cl' },
  ),
  mailSample(emailChanged, 'E-mail cambiado', 'Al e-mail anterior, cuando ya cambió.', {
    ...sampled,
    masked: 'ca•••••@ejemplo.cl',
  }),
  mailSample(profileClosed, 'Perfil eliminado', 'A quien elimina su perfil.', {
    first_name: 'Camila Andrea',
  }),
]
