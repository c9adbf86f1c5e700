export const attendanceActions = {
  'attendance.list': { action: 'Vio', what: 'una de tus horas en la lista de llegadas' },
  'attendance.export': { action: 'Descargó', what: 'la lista de llegadas con una de tus horas' },
  'attendance.record': { action: 'Registró', what: 'tu llegada o tu asistencia a una hora' },
} as const
