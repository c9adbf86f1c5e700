import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Initials } from './initials.tsx'

interface PersonBannerProps {
  name: string
  /** Whether the user looks at another person's data: the banner has the accent colour and stays visible. */
  actingForOther?: boolean
  /** Returns to the user's own data. */
  onBack?(): void
  /** The choice of another person. */
  children?: ReactNode
}

/** Shows whose data is on the screen: in words if it is another person's, else by the choice of a person alone. */
export function PersonBanner({ name, actingForOther, onBack, children }: PersonBannerProps) {
  const label = 'Persona que estás viendo'
  if (!actingForOther) return <section aria-label={label}>{children}</section>
  return (
    <section
      aria-label={label}
      className="sticky top-2 z-30 flex flex-wrap items-center gap-3 rounded-tile bg-accent-soft p-3"
    >
      <Initials name={name} size={38} look="araucaria" />
      <p className="mr-2 min-w-24 flex-1">
        <span className="type-meta block text-on-accent-soft">Estás viendo a</span>
        <span className="block font-strong text-strong">{name}</span>
      </p>
      {onBack && (
        <Button size="sm" variant="outline" className="print:hidden" onClick={onBack}>
          Volver a mi perfil
        </Button>
      )}
      {children}
    </section>
  )
}
