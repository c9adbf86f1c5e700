import { TextLink } from '../../ui/text-link.tsx'
import { paths } from '../paths.ts'
import classes from './public-footer.module.css'

/** Links at the bottom of every public page: the terms and the privacy notice. */
export function PublicFooter({ inNewTab }: { inNewTab?: boolean }) {
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
