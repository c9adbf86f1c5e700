import { IconTools } from '@tabler/icons-react'
import { ButtonLink } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { PageHeading } from './page-heading.tsx'

/** Says honestly that a page is still being built, and offers the way back unless it is the start itself. */
export function UnderConstruction(props: { title: string; backTo?: '/' | '/dashboard' | '/admin/usuarios' }) {
  return (
    <>
      <PageHeading title={props.title} />
      <EmptyState
        icon={IconTools}
        title="En construcción"
        action={
          props.backTo && (
            <ButtonLink to={props.backTo} variant="outline">
              Volver al inicio
            </ButtonLink>
          )
        }
      >
        Estamos construyendo esta página. Pronto podrás usarla.
      </EmptyState>
    </>
  )
}
