import { identityCodes } from '@mi-portal/contract/identity'
import { portal } from '../../lib/portal-config.ts'
import { Notice } from '../../ui/notice.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'

export const whereIsTheNumber = '¿Dónde está el número de documento?'

export const serialNumberHint = 'El número de serie de tu cédula de identidad vigente.'

/** Shows why an identity check did not succeed, and the next step. */
export function IdentityOutcome({ code }: { code: number }) {
  switch (code) {
    case identityCodes.cancelled:
      return (
        <Notice kind="warning" announce title="La validación no se completó">
          Cerraste o cancelaste la validación. Puedes volver a intentarlo cuando quieras.
        </Notice>
      )
    case identityCodes.expired:
      return (
        <Notice kind="warning" announce title="El tiempo para validar tu identidad terminó">
          Presiona CONFIRMAR para comenzar de nuevo.
        </Notice>
      )
    case identityCodes.unknown:
      return (
        <Notice kind="error" title="No pudimos validar tu identidad">
          El RUT o el número de documento no coinciden con los registros. Revisa tus datos y, si están
          correctos, <CustomerService />
        </Notice>
      )
    default:
      return (
        <Notice kind="error" title="No pudimos validar tu identidad">
          Las respuestas no coinciden con los registros. Puedes intentarlo hasta tres veces en un día. Si lo
          necesitas, <CustomerService />
        </Notice>
      )
  }
}

function CustomerService() {
  return (
    <>
      contacta a servicio al cliente: llama al <PhoneLink number={portal.supportPhone} /> o escribe a{' '}
      <a className="portal-link" href={`mailto:${portal.supportEmail}`}>
        {portal.supportEmail}
      </a>
      .
    </>
  )
}
