import { IconCalendarDown } from '@tabler/icons-react'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { useSaveCalendarFile } from '../scheduling.queries.ts'
import { ToolButton } from './tool-button.tsx'

/** Stores an appointment in the user's calendar, as a file that calendar programs open. `which` tells it from others. */
export function CalendarButton({ id_appointment, which }: { id_appointment: number; which: string }) {
  const save = useSaveCalendarFile(id_appointment)
  return (
    <>
      <ToolButton
        icon={IconCalendarDown}
        disabled={save.isPending}
        aria-busy={save.isPending || undefined}
        aria-label={`Agregar al calendario la hora ${which}`}
        onClick={() => save.mutate()}
      >
        Agregar al calendario
      </ToolButton>
      {save.isError && <ErrorNotice error={save.error} />}
    </>
  )
}
