import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'
import { sampled, toStaffMail } from '../../platform/mail-sentences.ts'
import { describeDecision } from '../confirmations/confirmations.rules.ts'
import { emailChangedTitle } from '../people/people.rules.ts'
import { type Reportable, reportBlocks } from '../session/account-links/report.rules.ts'

type Welcomed = {
  readonly first_name: string
  readonly key: string
  readonly days: number
  readonly token: string
}

export const welcome: MailTemplate<Welcomed> = {
  name: 'users.welcome',
  clinical: false,
  subject: ({ product }) => `Te damos la bienvenida a ${product}`,
  blocks: ({ first_name, key, days, token }, { supportEmail, supportPhone }) => [
    `Hola, ${first_name}: creamos tu cuenta. Esta es tu contraseña temporal; sirve una sola vez y vence en ${days} días.`,
    { kind: 'code', value: key },
    'Inicia sesión con tu documento y esta contraseña temporal, y elige una contraseña nueva.',
    { kind: 'button', label: 'Iniciar sesión', path: '/' },
    'Al entrar con ella queda verificado que este correo es tuyo. Si entras más adelante, puedes verificarlo ahora.',
    { kind: 'button', label: 'Verificar mi e-mail', path: `/correo/${token}` },
    'Si vence antes de que la uses, pide otra en «Recuperar contraseña». No la compartas con nadie: nunca te la pediremos por teléfono.',
    `Si no pediste esta cuenta, avísanos al ${supportPhone} o a ${supportEmail}.`,
  ],
}

export const accountOpened: MailTemplate<
  Omit<Welcomed, 'token'> & { readonly decision: string | null; readonly reportPath: `/${string}` }
> = {
  name: 'users.accountOpened',
  clinical: false,
  subject: ({ product }) => `Tu cuenta de ${product} está abierta`,
  heading: 'Tu cuenta está abierta',
  blocks: ({ first_name, key, days, decision, reportPath }, { supportEmail, supportPhone }) => [
    `Hola, ${first_name}: abrimos tu cuenta. ${decision === null ? '' : `${decision} `}Esta es tu contraseña temporal; sirve una sola vez y vence en ${days} días.`,
    { kind: 'code', value: key },
    'Inicia sesión con tu documento y esta contraseña temporal, y elige una contraseña nueva. No la compartas con nadie.',
    { kind: 'button', label: 'Iniciar sesión', path: '/' },
    `Si no lo pediste, avísanos con «No fui yo». También puedes llamar al ${supportPhone} o escribir a ${supportEmail}.`,
    { kind: 'button', label: 'No fui yo', path: reportPath },
  ],
}

export const staffWelcome = toStaffMail(welcome, 'users.staffWelcome')

/** Mail to the owner of an account for which staff typed a password. The mail does not contain the password. */
export const passwordSet: MailTemplate<
  Reportable & { readonly first_name: string; readonly hours: number; readonly staff: boolean }
> = {
  name: 'users.passwordSet',
  clinical: false,
  subject: ({ product }) => `Definimos una contraseña temporal para tu cuenta de ${product}`,
  heading: 'Tienes una contraseña temporal',
  blocks: (data, branding) => [
    `Hola, ${data.first_name}: un administrador definió una contraseña temporal para tu cuenta, que vence en ${data.hours} horas. La tuya sigue sirviendo hasta que uses la temporal. Cerramos las sesiones que estaban abiertas.`,
    'Inicia sesión con la contraseña que te indicaron y elige una nueva. Al entrar te enviaremos un código a este correo: sin él, nadie puede usar esa contraseña.',
    { kind: 'button', label: 'Iniciar sesión', path: data.staff ? '/admin' : '/' },
    ...reportBlocks(data, branding),
  ],
}

type Changed = Reportable & {
  readonly first_name: string
  readonly changed: string
}

export const emailReplaced: MailTemplate<Changed> = {
  name: 'users.emailReplaced',
  clinical: false,
  subject: emailChangedTitle,
  blocks: (data, branding) => [
    `Hola, ${data.first_name}: un administrador cambió el e-mail de tu cuenta. Desde ahora te escribiremos al nuevo, y este deja de usarse.`,
    [['Cambió', data.changed]],
    ...reportBlocks(data, branding),
  ],
}

export const dataChanged: MailTemplate<Changed> = {
  name: 'users.dataChanged',
  clinical: false,
  subject: 'Cambiamos datos de tu cuenta',
  blocks: (data, branding) => [
    `Hola, ${data.first_name}: un administrador cambió datos de tu cuenta.`,
    [['Cambió', data.changed]],
    ...reportBlocks(data, branding),
  ],
}

/** Mail to an address that staff entered, which can be anyone's until it is verified. It contains no name. */
export const emailEntered: MailTemplate<Reportable & { readonly token: string; readonly days: number }> = {
  name: 'users.emailEntered',
  clinical: false,
  subject: 'Verifica tu e-mail',
  blocks: (data, branding) => [
    `Hola: un administrador puso este e-mail en una cuenta de ${branding.product}. Confirma con el botón que es tuyo; el enlace sirve por ${data.days} días.`,
    { kind: 'button', label: 'Verificar mi e-mail', path: `/correo/${data.token}` },
    ...reportBlocks(data, branding),
  ],
}

export const userSamples: readonly MailSample[] = [
  mailSample(welcome, 'Bienvenida', 'A quien la clínica crea una cuenta.', { ...sampled, days: 7 }),
  mailSample(accountOpened, 'Cuenta abierta', 'A quien la clínica abre la cuenta, o la vuelve a abrir.', {
    ...sampled,
    days: 7,
    decision: describeDecision(false),
  }),
  mailSample(staffWelcome, 'Bienvenida (administración)', 'Al personal a quien se crea una cuenta.', {
    first_name: 'Andrea Paz',
    key: 'Prueba-2026-abcd',
    days: 7,
    token: 'enlace-de-prueba',
  }),
  mailSample(passwordSet, 'Contraseña definida por la clínica', 'Cuando el personal define una contraseña.', {
    ...sampled,
    hours: 24,
    staff: false,
  }),
  mailSample(
    emailReplaced,
    'E-mail reemplazado por la clínica',
    'Al e-mail anterior, cuando el personal lo reemplaza.',
    { ...sampled, changed: 'el e-mail' },
  ),
  mailSample(emailEntered, 'E-mail anotado por la clínica', 'Al nuevo e-mail, cuando el personal lo anota.', {
    token: 'enlace-de-prueba',
    days: 7,
    reportPath: '/proteger/no-fui-yo/enlace-de-prueba',
  }),
  mailSample(
    dataChanged,
    'Datos cambiados por la clínica',
    'Cuando el personal cambia datos de una cuenta.',
    { ...sampled, changed: 'el teléfono' },
  ),
]
