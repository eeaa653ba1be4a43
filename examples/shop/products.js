/** The products. Their pictures are inline SVG drawings. */
const drawing = (background, inside) =>
  `<svg viewBox="0 0 400 320" role="img" aria-hidden="true" preserveAspectRatio="xMidYMid slice">
    <rect width="400" height="320" fill="${background}"/>
    <ellipse cx="200" cy="268" rx="120" ry="14" fill="#000" opacity=".1"/>${inside}</svg>`

export const products = [
  {
    id: 'cup',
    name: 'Morning cup',
    price: 24,
    description: 'Holds a third of a litre, keeps it warm, and fits the hand with its thumb rest.',
    facts: { Volume: '0.33 l', Height: '9 cm', Glaze: 'Ash white, rust rim' },
    picture: drawing(
      '#e9dfcc',
      `<path d="M262 150h26a34 34 0 0 1 0 68h-20" fill="none" stroke="#cdbfa6" stroke-width="18"/>
       <path d="M130 116h140l-9 134a20 20 0 0 1-20 18h-82a20 20 0 0 1-20-18z" fill="#f6f0e4"/>
       <path d="M130 116h34l4 152h-9a20 20 0 0 1-20-18z" fill="#fff" opacity=".55"/>
       <ellipse cx="200" cy="116" rx="70" ry="14" fill="#a5582f"/><ellipse cx="200" cy="118" rx="60" ry="10" fill="#5a3420"/>`,
    ),
  },
  {
    id: 'bowl',
    name: 'Noodle bowl',
    price: 38,
    description: 'Deep enough for soup, wide enough for salad, with a foot that stays cool.',
    facts: { Volume: '0.9 l', Diameter: '19 cm', Glaze: 'Celadon, poured twice' },
    picture: drawing(
      '#dfe6e0',
      `<path d="M160 240h80l10 28H150z" fill="#6d8f80"/>
       <path d="M70 140h260c0 62-52 108-130 108S70 202 70 140z" fill="#8db3a2"/>
       <path d="M70 140h70c0 50 20 90 60 108C122 248 70 202 70 140z" fill="#fff" opacity=".22"/>
       <ellipse cx="200" cy="140" rx="130" ry="26" fill="#a9c9ba"/><ellipse cx="200" cy="143" rx="114" ry="19" fill="#5f8574"/>`,
    ),
  },
  {
    id: 'vase',
    name: 'Branch vase',
    price: 64,
    description: 'A narrow neck for one branch. The lower half is unglazed and shows the clay.',
    facts: { Height: '26 cm', Diameter: '14 cm', Glaze: 'Midnight blue, half' },
    picture: drawing(
      '#e6e1ea',
      `<path d="M204 96C190 60 210 40 232 18M206 80c18-8 30-8 44-24" fill="none" stroke="#6b5a48" stroke-width="5" stroke-linecap="round"/>
       <circle cx="234" cy="18" r="9" fill="#e59aa8"/><circle cx="251" cy="55" r="8" fill="#efb6c0"/><circle cx="212" cy="48" r="7" fill="#e59aa8"/>
       <path d="M184 92h36c0 40 54 54 54 106 0 44-32 70-72 70s-72-26-72-70c0-52 54-66 54-106z" fill="#b98d6b"/>
       <path d="M184 92h36c0 40 54 54 54 106-46 22-96-18-144 0 0-52 54-66 54-106z" fill="#33456b"/>
       <path d="M184 92h10c2 46-44 60-44 112 0 26 12 46 30 58-30-8-50-32-50-64 0-52 54-66 54-106z" fill="#fff" opacity=".16"/>
       <ellipse cx="202" cy="92" rx="18" ry="5" fill="#1f2c48"/>`,
    ),
  },
  {
    id: 'teapot',
    name: 'Small teapot',
    price: 89,
    description: 'For two. The spout does not drip: we tried each one.',
    facts: { Volume: '0.6 l', Height: '13 cm', Glaze: 'Fir green' },
    picture: drawing(
      '#ece3d4',
      `<path d="M150 120c10-62 92-62 102 0" fill="none" stroke="#8a6a4a" stroke-width="10" stroke-linecap="round"/>
       <path d="M276 190c34-4 36-46 66-56l10 10c-22 16-24 66-72 78z" fill="#28503f"/>
       <path d="M110 190c0-50 40-76 92-76s92 26 92 76c0 44-36 78-92 78s-92-34-92-78z" fill="#2f5d4a"/>
       <path d="M110 190c0-46 34-72 78-76-30 18-46 44-46 80 0 30 12 56 36 72-42-8-68-38-68-76z" fill="#fff" opacity=".14"/>
       <ellipse cx="202" cy="122" rx="52" ry="13" fill="#3c735c"/><circle cx="202" cy="104" r="12" fill="#8a6a4a"/>`,
    ),
  },
  {
    id: 'plates',
    name: 'Four breakfast plates',
    price: 96,
    description: 'Thrown thin, stacked straight. Speckled like an egg.',
    facts: { Diameter: '21 cm', Pieces: '4', Glaze: 'Speckled cream' },
    picture: drawing(
      '#dde3e8',
      [0, 1, 2, 3]
        .map(
          (index) =>
            `<ellipse cx="200" cy="${248 - index * 22}" rx="130" ry="26" fill="${index % 2 ? '#efe6d3' : '#e2d6bd'}"/>
             <ellipse cx="200" cy="${242 - index * 22}" rx="130" ry="26" fill="#f7f1e3"/>`,
        )
        .join('') +
        `<ellipse cx="200" cy="176" rx="96" ry="17" fill="#ece2cc"/>
         <g fill="#8b7350"><circle cx="150" cy="170" r="2"/><circle cx="236" cy="184" r="2.5"/><circle cx="190" cy="164" r="1.5"/><circle cx="270" cy="172" r="2"/><circle cx="214" cy="178" r="1.5"/></g>`,
    ),
  },
  {
    id: 'light',
    name: 'Pierced light',
    price: 45,
    description: 'A small house for a candle. In the dark it throws stars on the wall.',
    facts: { Height: '12 cm', Diameter: '11 cm', Glaze: 'None, smoked' },
    picture: drawing(
      '#3a3541',
      `<circle cx="200" cy="170" r="120" fill="#f7b75c" opacity=".12"/><circle cx="200" cy="180" r="80" fill="#f7b75c" opacity=".16"/>
       <path d="M132 150c0-44 30-74 68-74s68 30 68 74v96a22 22 0 0 1-22 22h-92a22 22 0 0 1-22-22z" fill="#6e5647"/>
       <g fill="#ffd98a"><circle cx="200" cy="120" r="7"/><circle cx="168" cy="150" r="6"/><circle cx="232" cy="150" r="6"/><circle cx="200" cy="172" r="9"/><circle cx="160" cy="196" r="7"/><circle cx="240" cy="196" r="7"/><circle cx="182" cy="226" r="6"/><circle cx="218" cy="226" r="6"/><circle cx="200" cy="250" r="4"/></g>`,
    ),
  },
]

export const findProduct = (id) => products.find((product) => product.id === id)
