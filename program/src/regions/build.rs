//! From classes of memory to regions: each field of a class is one.

use super::classes::{Classes, Content, Marks, Place, residue};
use super::constraints::Constraints;
use super::fields::Field;
use super::names::name;
use super::owners::Owners;
use super::{MAX_CELLS, Object, ObjectId, Part, Region, RegionId, Regions, Shape};
use crate::program::Program;
use rustc_hash::FxHashMap;

/// A class with its fields, for questions about addresses.
#[derive(Default)]
pub(super) struct Group {
    pub modulus: u64,
    /// In the order of their starts.
    pub fields: Vec<GroupField>,
}

/// A field of a class.
#[derive(Clone, Copy)]
pub(super) struct GroupField {
    pub start: i64,
    pub size: u64,
    pub exact: bool,
    /// The region; none if there is no memory.
    pub region: Option<RegionId>,
    /// What its pointers point to: a class, and where in it.
    pub pointee: Option<(u32, i64)>,
}

impl Group {
    /// The field that an offset is in.
    pub fn field(&self, offset: i64) -> Option<&GroupField> {
        let offset = residue(offset, self.modulus);
        let after = self.fields.partition_point(|field| field.start <= offset);
        let last = self.fields.last().filter(|_| self.modulus > 0);
        let before = after.checked_sub(1).map(|index| &self.fields[index]);
        before.into_iter().chain(last).find(|field| {
            let distance = residue(offset.wrapping_sub(field.start), self.modulus);
            distance >= 0 && (distance as u64) < field.size
        })
    }
}

impl Group {
    /// The fields that the bytes from an offset on may touch: all that do, and perhaps others.
    pub fn fields_near(&self, offset: i64, size: Option<u64>) -> &[GroupField] {
        let end = size.and_then(|size| i64::try_from(size).ok()).and_then(|size| offset.checked_add(size));
        if self.modulus > 0 {
            return &self.fields;
        }
        let first = self.fields.partition_point(|field| field.start <= offset).saturating_sub(1);
        let last = end.map_or(self.fields.len(), |end| self.fields.partition_point(|field| field.start < end));
        &self.fields[first..last.max(first)]
    }

    /// Where the cells of a field start that lie in the bytes from an offset on, counted from there; nothing if there are
    /// none, and nothing inside if they cannot be listed.
    pub fn cells(&self, field: &GroupField, offset: i64, size: Option<u64>) -> Option<Option<Vec<u64>>> {
        let distance = i128::from(residue(field.start.wrapping_sub(offset), self.modulus));
        let (width, step) = (i128::from(field.size), i128::from(self.modulus));
        let limit = size.map_or(i128::MAX, i128::from);
        // Of what repeats, the first that is not over before the bytes begin.
        let first = if step > 0 && distance - step + width > 0 { distance - step } else { distance };
        if limit == 0 || first >= limit || first + width <= 0 {
            return None;
        }
        if size.is_none() {
            return Some(None);
        }
        let count = if step > 0 { (limit - first + step - 1) / step } else { 1 };
        let each = if field.exact { 1 } else { width };
        if count.saturating_mul(each) > i128::from(MAX_CELLS) {
            return Some(None);
        }
        let mut cells = Vec::new();
        for start in (0..count).map(|number| first + number * step) {
            if !field.exact {
                cells.extend((start.max(0)..(start + width).min(limit)).map(|byte| byte as u64));
            } else if start < 0 || start + width > limit {
                // A part of a cell that nobody reads at the other end.
                return Some(None);
            } else {
                cells.push(start as u64);
            }
        }
        Some(Some(cells))
    }
}

/// The regions of a program whose constraints are solved.
pub(super) fn build(constraints: &mut Constraints<'_>) -> Regions {
    let Constraints { program, owners, classes, places, ranges, .. } = constraints;
    mark_written(classes, ranges);
    let roots = classes.roots();
    let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
    roots.iter().enumerate().for_each(|(index, root)| _ = numbers.insert(*root, index as u32));
    let locate = |classes: &mut Classes, place: Place| {
        let place = classes.find(place);
        numbers.get(&place.node).map(|number| (*number, place.offset))
    };
    let mut groups = Vec::with_capacity(roots.len());
    let mut found: Vec<(Region, (usize, usize))> = Vec::new();
    for root in &roots {
        let (modulus, is_open) = (classes.modulus(*root), classes.marks(*root).has(Marks::OPEN));
        let fields: Vec<Field> =
            classes.content(*root).map(|content| content.fields.iter().copied().collect()).unwrap_or_default();
        let mut group = Group { modulus, fields: Vec::with_capacity(fields.len()) };
        for field in fields {
            let pointee = field.pointee.and_then(|pointee| locate(classes, pointee));
            let Some(content) = classes.content(*root) else { continue };
            let parts = parts(content, modulus, &field, &owners.objects);
            if is_open || !parts.is_empty() {
                let region = region(program, owners, &field, parts, is_open);
                found.push((region, (groups.len(), group.fields.len())));
            }
            let Field { start, size, exact, .. } = field;
            group.fields.push(GroupField { start, size, exact, region: None, pointee });
        }
        groups.push(group);
    }
    found.sort_by_key(|(region, _)| region.parts.first().map_or((u32::MAX, 0), |part| (part.object.0, part.offset)));
    let mut regions = Vec::with_capacity(found.len());
    for (region, (group, field)) in found {
        groups[group].fields[field].region = Some(RegionId(regions.len() as u32));
        regions.push(region);
    }
    let places = places.iter().map(|places| {
        places.iter().map(|place| place.and_then(|place| locate(classes, place))).collect::<Vec<Option<(u32, i64)>>>()
    });
    let places = places.collect();
    let (objects, renamed) = keep_objects(&owners.objects, &mut regions);
    Regions { regions, objects, groups, places, sums: super::linear::sums(program, owners, &renamed) }
}

/// Marks the fields that are written with many others at once.
fn mark_written(classes: &mut Classes, ranges: &[(Place, Option<u64>)]) {
    for (place, size) in ranges {
        let place = classes.find(*place);
        let modulus = classes.modulus(place.node);
        let fields = &mut classes.content_mut(place.node).fields;
        for (key, _) in fields.overlapping(modulus, place.offset, size.unwrap_or(u64::MAX)) {
            fields.at_mut(modulus, key).into_iter().for_each(|field| field.written = true);
        }
    }
}

/// Where a field lies in the objects of its class. Objects that are too small for it have no such field.
fn parts(content: &Content, modulus: u64, field: &Field, objects: &[Object]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut starts: Vec<(u32, i64)> = content.objects.clone();
    starts.sort();
    for (object, start) in starts {
        let size = objects[object as usize].size;
        let distance = residue(field.start.wrapping_sub(start), modulus);
        let part = match field.exact {
            true => words(distance, modulus, field.size, size),
            false => bytes(distance, modulus, field.size, size),
        };
        let Some((offset, stride, count)) = part else { continue };
        let part = Part { object: ObjectId(object), offset, stride, count };
        if parts.last() != Some(&part) {
            parts.push(part);
        }
    }
    parts
}

type Cells = Option<(u64, u64, Option<u64>)>;

/// First cell, stride and number of cells of a field that is always accessed as a whole.
fn words(distance: i64, modulus: u64, width: u64, size: Option<u64>) -> Cells {
    let first = u64::try_from(distance).ok()?;
    let room = match size {
        Some(size) => Some(size.checked_sub(first.checked_add(width)?)?),
        None => None,
    };
    match modulus {
        0 => Some((first, 0, Some(1))),
        modulus => match room.map(|room| room / modulus + 1) {
            Some(1) => Some((first, 0, Some(1))),
            count => Some((first, modulus, count)),
        },
    }
}

/// First byte, stride and number of bytes of a field that is made of bytes.
fn bytes(distance: i64, modulus: u64, length: u64, size: Option<u64>) -> Cells {
    let end = i128::from(distance) + i128::from(length);
    let (first, end) = match modulus {
        0 => (distance.max(0) as u64, Some(u64::try_from(end).ok()?)),
        modulus if end > i128::from(modulus) => (0, None),
        _ => (distance.max(0) as u64, None),
    };
    let end = match (end, size) {
        (Some(end), Some(size)) => Some(end.min(size)),
        (end, size) => end.or(size),
    };
    match end {
        Some(end) => end.checked_sub(first).filter(|count| *count > 0).map(|count| (first, 1, Some(count))),
        None => Some((first, 1, None)),
    }
}

fn region(program: &Program, owners: &Owners, field: &Field, parts: Vec<Part>, open: bool) -> Region {
    let is_single = |part: &Part| part.count == Some(1) && owners.objects[part.object.0 as usize].single;
    let shape = match (field.exact, u32::try_from(field.size), &parts[..]) {
        (true, Ok(size), [part]) if is_single(part) && !open => Shape::Cell(size),
        (true, Ok(size), _) => Shape::Words(size),
        _ => Shape::Bytes,
    };
    let name = match parts.first() {
        Some(part) => {
            let object = part.object.0 as usize;
            name(program, &owners.objects[object].name, owners.layouts[object], part)
        }
        None => "outside".to_string(),
    };
    Region { name, shape, parts, open, numbered: false, written: field.written, read: field.read }
}

/// The objects that have parts, and what number each has then.
fn keep_objects(all: &[Object], regions: &mut [Region]) -> (Vec<Object>, Vec<Option<ObjectId>>) {
    let mut kept = vec![false; all.len()];
    regions.iter().flat_map(|region| &region.parts).for_each(|part| kept[part.object.0 as usize] = true);
    let (mut objects, mut renamed) = (Vec::new(), vec![None; all.len()]);
    for (index, object) in all.iter().enumerate().filter(|(index, _)| kept[*index]) {
        renamed[index] = Some(ObjectId(objects.len() as u32));
        objects.push(object.clone());
    }
    for part in regions.iter_mut().flat_map(|region| &mut region.parts) {
        part.object = renamed[part.object.0 as usize].unwrap_or(part.object);
    }
    (objects, renamed)
}
