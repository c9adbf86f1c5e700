import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'
import { ignoreIfNotRequested } from '../../platform/mail-sentences.ts'

type Recipient = { readonly first_name: string }

export const useReported: MailTemplate<
  Recipient & { readonly about: string; readonly suspendedPasskeys: number }
> = {
  name: 'account.useReported',
  clinical: false,
  subject: 'Recibimos tu aviso: no fuiste tú',
  heading: 'Recibimos tu aviso',
  blocks: ({ first_name, about, suspendedPasskeys }, { supportEmail, supportPhone, promises }) => [
    `Hola, ${first_name}: nos avisaste que no fuiste tú. Se trata de ${about}.`,
    'Cerramos todas tus sesiones y no enviaremos contraseñas temporales hasta revisarlo contigo. Tu contraseña sigue sirviendo: entra y cámbiala.',
    ...(suspendedPasskeys === 0
      ? []
      : [
          'También suspendimos la entrada con huella o PIN de los dispositivos que se agregaron en esos días, porque podrían ser de otra persona. Los verás en «Mi seguridad»: quítalos, y si eran tuyos agrégalos de nuevo.',
        ]),
    `La clínica revisará tu caso en un plazo de ${promises.contact}. Si lo necesitas antes, llama al ${supportPhone} o escribe a ${supportEmail}.`,
    'Si crees que otra persona conoce tu contraseña, también puedes bloquear tu cuenta en «Mi seguridad».',
  ],
}

export const lockLink: MailTemplate<Recipient & { readonly path: `/${string}` }> = {
  name: 'account.lockLink',
  clinical: false,
  subject: ({ product }) => `Bloquear tu cuenta de ${product}`,
  heading: 'Bloquear tu cuenta',
  blocks: ({ first_name, path }) => [
    `Hola, ${first_name}: pediste bloquear tu cuenta. Abre el enlace y confírmalo; sirve una sola vez y vence en 2 horas.`,
    { kind: 'button', label: 'Bloquear mi cuenta', path },
    'Nadie podrá iniciar sesión hasta que la desbloquees en la clínica, con tu documento de identidad.',
    ignoreIfNotRequested,
  ],
}

export const accountLocked: MailTemplate<Recipient & { readonly byStaff: boolean }> = {
  name: 'account.locked',
  clinical: false,
  subject: ({ product }) => `Tu cuenta de ${product} está bloqueada`,
  heading: 'Tu cuenta está bloqueada',
  blocks: ({ first_name, byStaff }, { supportEmail, supportPhone }) => [
    byStaff
      ? `Hola, ${first_name}: la clínica bloqueó tu cuenta para protegerla.`
      : `Hola, ${first_name}: tu cuenta quedó bloqueada, como se pidió.`,
    'Cerramos todas las sesiones y los enlaces que compartiste. Nadie puede iniciar sesión ni recuperar la contraseña.',
    'Para desbloquearla, ven a la clínica con tu documento de identidad. Tus horas siguen reservadas.',
    `Si no lo pediste o tienes dudas, llama al ${supportPhone} o escribe a ${supportEmail}.`,
  ],
}

export const accountUnlocked: MailTemplate<
  Recipient & { readonly wasLocked: boolean; readonly inPerson: boolean; readonly isStaff: boolean }
> = {
  name: 'account.unlocked',
  clinical: false,
  subject: ({ product }) => `Tu cuenta de ${product} está desbloqueada`,
  heading: ({ wasLocked }) =>
    wasLocked ? 'Tu cuenta está desbloqueada' : 'Ya puedes recuperar tu contraseña',
  blocks: ({ first_name, wasLocked, inPerson, isStaff }, { supportEmail, supportPhone }) => [
    wasLocked
      ? `Hola, ${first_name}: desbloqueamos tu cuenta después de ${inPerson ? 'revisar tu documento en la clínica' : 'una nueva validación de identidad'}. Tu contraseña anterior ya no sirve: pide una temporal y elige una nueva.`
      : `Hola, ${first_name}: revisamos tu caso contigo en la clínica. Desde ahora puedes volver a pedir contraseñas temporales.`,
    {
      kind: 'button',
      label: 'Recuperar contraseña',
      path: isStaff ? '/admin/olvido-contrasena' : '/olvido-contrasena',
    },
    `${inPerson ? 'Si no estuviste en la clínica' : 'Si no fuiste tú'}, avísanos de inmediato al ${supportPhone} o a ${supportEmail}.`,
  ],
}

export const accountSecuritySamples: readonly MailSample[] = [
  mailSample(useReported, 'Aviso «no fui yo» recibido', 'A quien avisa que no usó su cuenta.', {
    first_name: 'Camila Andrea',
    about: 'un inicio de sesión el 26-11-2026 a las 09:30 con Chrome en Windows, conexión 190.45.•.•',
    suspendedPasskeys: 1,
  }),
  mailSample(lockLink, 'Enlace para bloquear la cuenta', 'A quien pide bloquear su cuenta sin entrar.', {
    first_name: 'Camila Andrea',
    path: '/proteger/bloquear/enlace-de-prueba',
  }),
  mailSample(
    accountLocked,
    'Cuenta bloqueada',
    'A quien bloquea su cuenta, o a quien se la bloquea la clínica.',
    {
      first_name: 'Camila Andrea',
      byStaff: false,
    },
  ),
  mailSample(accountUnlocked, 'Cuenta desbloqueada', 'A quien la clínica desbloquea la cuenta.', {
    first_name: 'Camila Andrea',
    wasLocked: true,
    inPerson: true,
    isStaff: false,
  }),
]
