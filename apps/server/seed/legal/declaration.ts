/** What a person declares who adds a minor to their group. Version 1, id 1, told the ages of the law and not those that are set. */

export const declaration = {
  id: 7,
  kind: 'family_group',
  version: '2',
  valid_from: '2026-11-22',
  text: `<p>Declaro ser madre, padre o representante legal de la persona menor de edad que agrego, o tener su cuidado personal, y que la información entregada es verdadera.</p>
<p>Entiendo que podré ver sus citas, exámenes y documentos sólo para cuidar su salud, que la clínica puede pedirme un documento que lo acredite y que cada acceso queda registrado.</p>
<p>Desde los {ageReserve} años algunos resultados son reservados y no se muestran a terceros. A los {ageAdult} años el acceso termina y la persona debe crear su propia cuenta.</p>
`,
} as const
