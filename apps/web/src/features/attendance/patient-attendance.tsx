/** The past appointments of a patient on the patient's page. They are loaded on demand, because each read is written to the audit log. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import classes from './attendance.module.css'
import { patientAttendanceQuery } from './attendance.queries.ts'
import { AttendanceTable } from './attendance-table.tsx'

export function PatientAttendance({ patientId }: { patientId: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className={`portal-card ${classes.card}`} aria-labelledby="asistencia">
      <h2 id="asistencia">Asistencia a sus horas</h2>
      {isOpen ? (
        <PastAppointments patientId={patientId} />
      ) : (
        <div className={classes.choice}>
          <Button variant="default" onClick={() => setIsOpen(true)}>
            Ver sus horas pasadas
          </Button>
        </div>
      )}
    </section>
  )
}

function PastAppointments({ patientId }: { patientId: number }) {
  const [page, setPage] = useState(1)
  const query = useQuery(patientAttendanceQuery(patientId, page))
  return (
    <AttendanceTable
      query={query}
      of="patient"
      caption="Horas pasadas y su asistencia"
      none="No tiene horas pasadas en las sedes que atiendes"
      page={page}
      onPage={setPage}
    />
  )
}
