import { TextLink } from '../../ui/text-link.tsx'
import { paths } from '../paths.ts'

/** Links at the bottom of every public page to texts of the clinic. */
export function PublicFooter({ inNewTab }: { inNewTab?: boolean }) {
  const target = inNewTab ? '_blank' : undefined
  return (
    <nav
      className="flex flex-wrap justify-center gap-x-6 gap-y-0 mt-3 type-meta [&_a]:inline-flex [&_a]:items-center [&_a]:min-h-11"
      aria-label="Información legal"
    >
      <TextLink to={paths.terms} target={target}>
        Términos y condiciones
      </TextLink>
      <TextLink to={paths.privacy} target={target}>
        Aviso de privacidad
      </TextLink>
      <TextLink to={paths.rights} target={target}>
        Tus derechos
      </TextLink>
      <TextLink to={paths.accessibility} target={target}>
        Accesibilidad
      </TextLink>
    </nav>
  )
}
