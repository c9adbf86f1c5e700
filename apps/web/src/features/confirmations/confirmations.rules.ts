/** How changes that need two members of staff are worded. */
import type { ChangedValue, ConfirmationKind } from '@mi-portal/contract/confirmations'

export const fieldLabels: Readonly<Record<ChangedValue['field'], string>> = {
  document: 'Documento',
  'birth-date': 'Fecha de nacimiento',
  death: 'Fallecimiento',
  name: 'Nombre',
  gender: 'Género',
  email: 'E-mail',
  phone: 'Teléfono',
  guardian: 'Representación legal',
  family: 'Grupo familiar',
  'staff-access': 'Acceso',
}

/** What confirming a change does, as the dialog explains it. */
export const kindEffects: Readonly<Record<ConfirmationKind, string>> = {
  'second-factor-reset':
    'Su cuenta dejará de pedir un código y se cerrarán sus sesiones. Confirma solo si comprobaste quién lo pide.',
  'identity-change':
    'La cuenta quedará con estos datos: el documento decide qué resultados ve, y la edad quién ve su historial y quién representa a la persona. Confirma solo si viste el documento.',
  'account-opening':
    'Este e-mail recibirá una contraseña temporal, y quien la lea verá el historial de la persona. Confirma solo si comprobaste que el e-mail es suyo.',
  application:
    'La cuenta queda habilitada con la contraseña y el e-mail de este registro, y quien lo envió verá el historial de la persona. Antes abre las fotografías en «Usuarios» y compáralas con los datos.',
  'email-change':
    'Quien lea este correo podrá recuperar la cuenta. Confirma solo si comprobaste con la persona que el e-mail es suyo.',
  guardian:
    'El líder del grupo verá el historial de esta persona mientras sea menor de edad. Confirma solo si viste el certificado o la resolución que lo acredita.',
  'family-acceptance':
    'La persona quedará en este grupo familiar, como si ella hubiera aceptado. Confirma solo si la persona lo pidió.',
  'protection-end':
    'Otras personas podrán volver a representar a esta persona en el portal. Confirma solo si viste la resolución que termina la medida.',
  death:
    'Se cerrarán su cuenta y sus sesiones, terminarán los accesos que dio, se cancelarán sus horas y no recibirá más mensajes. Si es una corrección, la cuenta se abre de nuevo. Confirma solo si viste el certificado.',
  'staff-access':
    'La persona podrá hacer en la administración lo que dice «Acceso». Confirma solo si sabes quién es y por qué lo necesita.',
}
