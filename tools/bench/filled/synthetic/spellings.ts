/** Words for synthetic people, exams and audit events. Common words come first. */

export const womensNames =
  `María Sofía Camila Valentina Isidora Antonia Martina Catalina Francisca Javiera Constanza Carolina Daniela
  Fernanda Josefa Emilia Florencia Paula Andrea Claudia Patricia Carmen Ana Rosa Gloria Marta Verónica Marcela Macarena Bárbara Belén
  Trinidad Amanda Agustina Renata Julieta Elena Cecilia Ximena Viviana Lorena Mónica Jimena Ignacia Pía Rocío Elisa Teresa Eugenia
  Raquel Silvia Natalia Tamara Yasna Millaray Rayén Zunilda Edelmira Ornella`.split(/\s+/)
export const mensNames =
  `José Juan Luis Carlos Jorge Benjamín Matías Vicente Martín Sebastián Diego Nicolás Joaquín Felipe Cristián
  Francisco Rodrigo Manuel Pedro Víctor Sergio Tomás Agustín Maximiliano Cristóbal Gabriel Ignacio Alonso Bastián Lucas Mateo Héctor
  Mario Ricardo Eduardo Fernando Marcelo Claudio Patricio Mauricio Álvaro Pablo Andrés Gonzalo Rafael Emilio Julián Óscar Raúl Hernán
  Lautaro Nahuel Amaro Facundo Simón Ulises Wladimir Zenobio Ñancu`.split(/\s+/)
export const surnames =
  `González Muñoz Rojas Díaz Pérez Soto Contreras Silva Martínez Sepúlveda Morales Rodríguez López Fuentes
  Hernández Torres Araya Flores Espinoza Valenzuela Castillo Ramírez Reyes Gutiérrez Castro Vargas Álvarez Vásquez Tapia Fernández
  Sánchez Carrasco Gómez Cortés Herrera Núñez Jara Vergara Rivera Figueroa Riquelme García Bravo Miranda Vera Molina Vega Campos
  Sandoval Orellana Zúñiga Olivares Alarcón Gallardo Ortiz Garrido Salazar Guzmán Henríquez Saavedra Navarro Aguilera Parra Romero
  Aravena Pizarro Godoy Peña Cáceres Leiva Escobar Yáñez Valdés Salinas Vidal Jiménez Lagos Ruiz Cárdenas Bustos Medina Maldonado
  Pino Moreno Carvajal Palma Sanhueza Poblete Navarrete Cerda Toro Donoso Ibarra Quezada Mardones Acevedo Ñanculef Huenchumán
  Catrileo Llanquitur Curihuinca Quilapán Zurita Wong Oyarzún Barría Echeverría Iturriaga Undurraga Zañartu Xifré`.split(
    /\s+/,
  )
export const streets = [
  'Avenida Providencia',
  'Los Leones',
  'Irarrázaval',
  'Gran Avenida',
  'Pajaritos',
  'Santa Rosa',
  'Vicuña Mackenna',
  'Apoquindo',
  'Los Carrera',
  'Colón',
  'Libertad',
  'Pedro de Valdivia',
]
export const mailProviders = ['gmail.com', 'hotmail.com', 'outlook.cl', 'ejemplo.cl', 'correo.cl', 'yahoo.es']

type Analyte = {
  readonly code: string
  readonly name: string
  readonly unit: string
  readonly decimals: number
  readonly low: number
  readonly high: number
}
const analyte = (
  code: string,
  name: string,
  unit: string,
  decimals: number,
  low: number,
  high: number,
): Analyte => ({ code, name, unit, decimals, low, high })

export type Panel = { readonly code: string; readonly name: string; readonly analytes: readonly Analyte[] }

export const panels: readonly Panel[] = [
  {
    code: 'HEMO',
    name: 'Hemograma',
    analytes: [
      analyte('HGB', 'Hemoglobina', 'g/dL', 1, 12, 16),
      analyte('HCT', 'Hematocrito', '%', 1, 36, 47),
      analyte('WBC', 'Leucocitos', '10^3/uL', 1, 4, 11),
      analyte('PLT', 'Plaquetas', '10^3/uL', 0, 150, 400),
    ],
  },
  {
    code: 'BIOQ',
    name: 'Perfil bioquímico',
    analytes: [
      analyte('GLU', 'Glucosa', 'mg/dL', 0, 70, 99),
      analyte('BUN', 'Nitrógeno ureico', 'mg/dL', 0, 7, 20),
      analyte('CRE', 'Creatinina', 'mg/dL', 2, 0.5, 1.1),
      analyte('CAL', 'Calcio', 'mg/dL', 1, 8.5, 10.5),
      analyte('FOS', 'Fósforo', 'mg/dL', 1, 2.5, 4.5),
      analyte('ALB', 'Albúmina', 'g/dL', 1, 3.5, 5),
    ],
  },
  {
    code: 'LIPI',
    name: 'Perfil lipídico',
    analytes: [
      analyte('COL', 'Colesterol total', 'mg/dL', 0, 100, 200),
      analyte('HDL', 'Colesterol HDL', 'mg/dL', 0, 40, 80),
      analyte('TRI', 'Triglicéridos', 'mg/dL', 0, 50, 150),
    ],
  },
  {
    code: 'TIRO',
    name: 'Pruebas tiroideas',
    analytes: [
      analyte('TSH', 'TSH', 'mUI/L', 2, 0.4, 4),
      analyte('T4L', 'Tiroxina libre', 'ng/dL', 2, 0.8, 1.8),
    ],
  },
  { code: 'HBA1', name: 'Hemoglobina glicosilada', analytes: [analyte('A1C', 'HbA1c', '%', 1, 4, 5.6)] },
  { code: 'VITD', name: 'Vitamina D', analytes: [analyte('VTD', '25-OH vitamina D', 'ng/mL', 1, 30, 100)] },
  {
    code: 'PCR',
    name: 'Proteína C reactiva',
    analytes: [analyte('PCR', 'Proteína C reactiva', 'mg/L', 1, 0, 5)],
  },
]
export const images = [
  'Radiografía de tórax',
  'Ecografía abdominal',
  'Mamografía bilateral',
  'Resonancia de rodilla',
  'Escáner de cerebro',
]

/** The most common actions in the audit log. */
export const actions = [
  'appointments.upcoming',
  'exams.list',
  'appointments.history',
  'people.read',
  'session.open',
  'exams.file',
  'booking.book',
  'session.end',
  'users.list',
  'users.read',
  'family.card',
] as const
