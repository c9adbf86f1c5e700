import { TextLink } from '../../ui/text-link.tsx'
import { paths } from '../paths.ts'
import classes from './public-foot.module.css'

/** At the foot of every public page: what people agree to, and what happens with their data. */
export function PublicFoot({ inNewTab }: { inNewTab?: boolean }) {
  const target = inNewTab ? '_blank' : undefined
  return (
    <nav className={classes.links} aria-label="Información legal">
      <TextLink to={paths.terms} target={target}>
        Términos y condiciones
      </TextLink>
      <TextLink to={paths.privacy} target={target}>
        Aviso de privacidad
      </TextLink>
    </nav>
  )
}
