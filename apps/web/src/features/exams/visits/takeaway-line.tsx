import type { Takeaway } from '@mi-portal/contract/results/takeaway'
import {
  IconAlertTriangle,
  IconArrowsUpDown,
  IconCheck,
  IconFileText,
  IconInfoCircle,
} from '@tabler/icons-react'

const looks = {
  inside: { icon: IconCheck, className: 'text-success' },
  outside: { icon: IconArrowsUpDown, className: 'text-attention font-strong' },
  critical: { icon: IconAlertTriangle, className: 'text-error font-strong' },
  informed: { icon: IconFileText, className: 'text-muted' },
} as const

/** Shows what an exam says in a few words. */
export function TakeawayLine({ takeaway }: { takeaway: Takeaway | null }) {
  const { icon: Icon, className } =
    takeaway === null ? { icon: IconInfoCircle, className: 'text-muted' } : looks[takeaway.state]
  return (
    <span className={`type-meta inline-flex items-start gap-1 ${className}`}>
      <Icon size={18} stroke={1.75} className="flex-none" aria-hidden />
      {takeaway === null ? (
        'Sin resultado en el portal: retíralo en la clínica'
      ) : (
        <span>
          {takeaway.words}
          {takeaway.rest !== '' && <span className="max-desktop:hidden">, {takeaway.rest}</span>}
        </span>
      )}
    </span>
  )
}
