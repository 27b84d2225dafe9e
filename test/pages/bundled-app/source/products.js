import armchair from './pictures/armchair.png';
import deskLamp from './pictures/desk-lamp.png';
import pendantLamp from './pictures/pendant-lamp.jpg';
import stool from './pictures/stool.png';

export const products = [
  { name: 'Pendant lamp', price: '€ 149', picture: pendantLamp, stars: 5 },
  { name: 'Desk lamp', price: '€ 69', picture: deskLamp, stars: 4 },
  { name: 'Armchair', price: '€ 420', picture: armchair, stars: 4 },
  { name: 'Stool', price: '€ 85', picture: stool, stars: 3 },
];

/** A logo that was damaged when someone copied its text by hand. */
export const broken = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABgAAAAY*CAYAAADgdz34AAAAGUlEQVR4';

/** Browsers refuse to open a document like this from a link. */
export const receipt = 'data:text/html,<h1>Receipt</h1><script>print()</script>';
